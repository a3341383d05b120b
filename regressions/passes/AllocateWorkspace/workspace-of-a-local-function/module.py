# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def ext(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "cutlass", "WorkspaceSize": 64})
        y: R.Tensor((2,), dtype="float32") = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Tensor((2,), dtype="float32") = cls.ext(x)
            # from tvm.script import relax as R
            
            @R.function
            def f(b: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
                cls = Module
                with R.dataflow():
                    c: R.Tensor((2,), dtype="float32") = cls.ext(b)
                    R.output(c)
                return c

            d: R.Tensor((2,), dtype="float32") = f(a)
            R.output(d)
        return d
