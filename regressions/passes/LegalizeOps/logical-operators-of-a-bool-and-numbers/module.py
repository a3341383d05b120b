# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x8: R.Tensor((), dtype="bool"), gv13: R.Tensor((1, 1, 1, 1), dtype="int32")) -> R.Tensor((1, 1, 1, 1), dtype="bool"):
        gv14: R.Tensor((1, 1, 1, 1), dtype="bool") = R.logical_or(x8, gv13)
        return gv14
