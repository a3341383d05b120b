# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), y: R.Tensor((2,), dtype="int4")) -> R.Tensor((1,), dtype="float32"):
        return x
