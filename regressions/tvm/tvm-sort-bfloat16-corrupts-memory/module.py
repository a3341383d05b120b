# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((1, 8), dtype="bfloat16"):
        gv9: R.Tensor((1, 8), dtype="bfloat16") = R.full(R.shape([1, 8]), R.const(-2.5625, "float32"), dtype="bfloat16")
        gv18: R.Tensor((1, 8), dtype="bfloat16") = R.sort(gv9, axis=0, descending=True)
        return gv18
