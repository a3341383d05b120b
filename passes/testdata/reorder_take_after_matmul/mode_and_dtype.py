# RUN: ReorderTakeAfterMatmul
# The take that is rebuilt keeps its mode (TVM #20201), the matmul its dtype (TVM #20198).
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), dtype="float16"), w: R.Tensor((4, 8), dtype="float16")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            a = R.take(w, R.const([-1, 0, 9], "int64"), axis=1, mode="clip")
            b = R.matmul(x, a, out_dtype="float32")
            R.output(b)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), dtype="float16"), w: R.Tensor((4, 8), dtype="float16")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = R.matmul(x, w, out_dtype="float32")
            b: R.Tensor((2, 3), dtype="float32") = R.take(lv, R.const([-1, 0, 9], "int64"), axis=1, mode="clip")
            R.output(b)
        return b
