# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="bool"), y: R.Tensor((1,), dtype="bool")) -> R.Tensor((1,), dtype="bool"):
        gv: R.Tensor((1,), dtype="bool") = R.less(x, y)
        return gv
