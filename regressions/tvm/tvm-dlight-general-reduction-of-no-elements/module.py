# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((2, 0, 2), dtype="float16")) -> R.Tensor((2, 0, 1), dtype="int64"):
        gv6: R.Tensor((2, 0, 1), dtype="int64") = R.argmin(x6, axis=-1, keepdims=True)
        return gv6
