# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((4, 4), dtype="float32"):
        with R.dataflow():
            # from tvm.script import relax as R
            
            @R.function
            def f(y: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((4, 4), dtype="float32"):
                with R.dataflow():
                    z: R.Tensor((4, 4), dtype="float32") = R.matmul(y, w, out_dtype=None)
                    R.output(z)
                return z

            c: R.Tensor((4, 4), dtype="float32") = R.matmul(x, w, out_dtype=None)
            d: R.Tensor((4, 4), dtype="float32") = f(c)
            R.output(d)
        e: R.Tensor((4, 4), dtype="float32") = R.matmul(x, d, out_dtype=None)
        g: R.Tensor((4, 4), dtype="float32") = R.matmul(e, w, out_dtype=None)
        return g
