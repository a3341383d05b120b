# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            y1: R.Tensor((1, 1), dtype="float32") = R.matmul(x0, x2, out_dtype=None)
            y2: R.Tensor((1, 1), dtype="float32") = R.add(y1, x2)
            R.output(y2)
        return y2
