# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint16"), x5: R.Tensor((1, 1), dtype="uint16")) -> R.Tensor((1, 1), dtype="int32"):
        lv8: R.Tensor((1, 1), dtype="uint16") = R.add(x0, x0)
        lv9: R.Tensor((1, 1), dtype="uint16") = R.match_cast(lv8, R.Tensor((1, 1), dtype="uint16"))
        lv10: R.Tensor((1, 1), dtype="int32") = R.matmul(x5, lv9, out_dtype="int32")
        return lv10
