# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint32")) -> R.Tensor((1, 1), dtype="uint32"):
        gv1: R.Tensor((1, 1), dtype="uint32") = R.sign(x0)
        return gv1
