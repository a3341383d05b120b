# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((1, 1, 1, 1), dtype="float32"), lv6: R.Tensor((4,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=4):
        lv9: R.Tensor(dtype="float32", ndim=4) = R.dynamic_strided_slice(x6, lv6, lv6, lv6)
        return lv9
