# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((2,), dtype="float16"), lv0: R.Tensor((2,), dtype="int64"), lv2: R.Tensor((2, 2), dtype="float16")) -> R.Tensor((2,), dtype="float32"):
        lv1: R.Tensor((2,), dtype="float16") = R.take(x0, lv0, axis=0, mode="clip")
        lv: R.Tensor((2,), dtype="float32") = R.matmul(lv2, lv1, out_dtype="float32")
        return lv
