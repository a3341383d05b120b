# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((), dtype="float32"):
        lv0: R.Tensor((), dtype="float32") = R.const(2.0, "float32")
        lv1: R.Tensor((), dtype="float32") = R.grad.start_checkpoint(lv0)
        return lv1
