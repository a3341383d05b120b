# RUN: ReorderTakeAfterMatmul
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("b", 1, 4), dtype="float32"), w: R.Tensor((8, 4, 6), dtype="float32"), i: R.Tensor(("b",), dtype="int64")) -> R.Tensor(("b", 1, 6), dtype="float32"):
        b = T.int64()
        with R.dataflow():
            t = R.take(w, i, axis=0)
            y = R.matmul(x, t)
            R.output(y)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("b", 1, 4), dtype="float32"), w: R.Tensor((8, 4, 6), dtype="float32"), i: R.Tensor(("b",), dtype="int64")) -> R.Tensor(("b", 1, 6), dtype="float32"):
        b = T.int64()
        with R.dataflow():
            lv: R.Tensor((4, 8, 6), dtype="float32") = R.permute_dims(w, axes=[1, 0, 2])
            lv_1: R.Tensor((4, 48), dtype="float32") = R.reshape(lv, R.shape([4, 48]))
            lv_2: R.Tensor((b, 1, 48), dtype="float32") = R.matmul(x, lv_1, out_dtype=None)
            lv_3: R.Tensor((b, 1, 8, 6), dtype="float32") = R.reshape(lv_2, R.shape([b, 1, 8, 6]))
            lv_4: R.Tensor((b, 1, b, 6), dtype="float32") = R.take(lv_3, i, axis=2, mode="fast")
            y: R.Tensor((b, 1, 6), dtype="float32") = R.einsum((lv_4,), subscripts="ijik->ijk")
            R.output(y)
        return y
