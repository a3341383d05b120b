# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1,), dtype="float32"), gv7: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            gv8: R.Tensor((1, 1), dtype="float32") = R.outer(x2, gv7)
            R.output(gv8)
        return gv8
