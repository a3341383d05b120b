# RUN: ReorderTakeAfterMatmul
# A vector times columns that are taken.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), w: R.Tensor((4, 8), dtype="float32"), i: R.Tensor((3,), dtype="int64")) -> R.Tensor((3,), dtype="float32"):
        with R.dataflow():
            t = R.take(w, i, axis=1)
            y = R.matmul(x, t)
            R.output(y)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), w: R.Tensor((4, 8), dtype="float32"), i: R.Tensor((3,), dtype="int64")) -> R.Tensor((3,), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((8,), dtype="float32") = R.matmul(x, w, out_dtype=None)
            y: R.Tensor((3,), dtype="float32") = R.take(lv, i, axis=0, mode="fast")
            R.output(y)
        return y
