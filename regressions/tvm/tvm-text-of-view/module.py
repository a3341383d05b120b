# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        gv1: R.Tensor((1,), dtype="float32") = R.memory.view(x2, R.shape([1]), R.tuple(), R.tuple())
        return gv1
