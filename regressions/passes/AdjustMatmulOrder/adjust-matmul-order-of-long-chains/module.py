# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x13: R.Tensor((1, 1), dtype="float32"), x14: R.Tensor((1, 1), dtype="float32"), x15: R.Tensor((1, 1), dtype="float32"), x32: R.Tensor((1, 1), dtype="float32"), x33: R.Tensor((1, 1), dtype="float32"), lv9: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            lv9_1: R.Tensor((1, 1), dtype="float32") = R.negative(lv9)
            lv10: R.Tensor((1, 1), dtype="float32") = R.matmul(lv9_1, x13, out_dtype=None)
            lv11: R.Tensor((1, 1), dtype="float32") = R.matmul(lv10, x14, out_dtype=None)
            lv12: R.Tensor((1, 1), dtype="float32") = R.matmul(lv11, x15, out_dtype=None)
            lv31: R.Tensor((1, 1), dtype="float32") = R.matmul(lv12, x33, out_dtype=None)
            lv32: R.Tensor((1, 1), dtype="float32") = R.matmul(x32, lv31, out_dtype=None)
            R.output(lv11, lv31, lv32)
        return lv32
