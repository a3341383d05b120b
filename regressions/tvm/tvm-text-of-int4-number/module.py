# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="int4")) -> R.Tensor((1,), dtype="int4"):
        y: R.Tensor((1,), dtype="int4") = R.sort(x, axis=0, descending=True)
        return y
