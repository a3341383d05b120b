# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(a: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        return a
