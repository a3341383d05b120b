# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((2, 2, 1, 1), dtype="uint64"), x1: R.Tensor(("n * 2", 2, 2), dtype="uint16"), x7: R.Tensor((2, 1), dtype="float32"), x9: R.Tensor((1,), dtype="uint16"), x10: R.Tensor((2, 2), dtype="float32"), x11: R.Tensor((2, 2), dtype="float32"), x12: R.Tensor((1, 2), dtype="float32"), x13: R.Tensor((1, 2), dtype="float32"), x14: R.Tensor(("n", 2), dtype="float32"), x15: R.Tensor((1, 1), dtype="float32"), x22: R.Tensor((1, 2), dtype="float32"), x23: R.Tensor((1, 2), dtype="float32")) -> R.Tensor((2, 2), dtype="float16"):
        n = T.int64()
        gv30: R.Tensor((1, 2), dtype="float32") = R.add(x12, x23)
        gv31: R.Tensor((2, 2), dtype="float16") = R.matmul(x7, gv30, out_dtype="float16")
        return gv31
