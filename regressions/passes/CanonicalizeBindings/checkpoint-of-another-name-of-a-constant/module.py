# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((), dtype="int16"):
        gv0: R.Tensor((), dtype="int16") = R.const(-1, "int16")
        gv1: R.Tensor((), dtype="int16") = gv0
        gv2: R.Tensor((), dtype="int16") = R.grad.end_checkpoint(gv1)
        return gv2
