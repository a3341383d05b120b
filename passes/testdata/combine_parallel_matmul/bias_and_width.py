# RUN: CombineParallelMatmul
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 3), dtype="float32"), b: R.Tensor((4, 5), dtype="float32"), c: R.Tensor((3,), dtype="float32"), d: R.Tensor((5,), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")):
        with R.dataflow():
            m = R.matmul(x, a)
            p = R.add(m, c)
            r = R.nn.relu(p)
            n = R.matmul(x, b)
            q = R.add(n, d)
            s = R.nn.relu(q)
            R.output(r, s)
        return (r, s)

    @R.function
    def late(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            m = R.matmul(x, a)
            w = R.matmul(a, a)
            n = R.matmul(x, w)
            r = R.add(m, n)
            R.output(r)
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def late(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            w: R.Tensor((4, 4), dtype="float32") = R.matmul(a, a, out_dtype=None)
            lv: R.Tensor((4, 8), dtype="float32") = R.concat((a, w), axis=1)
            lv_1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
            lv_2: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(lv_1, indices_or_sections=[4], axis=1)
            m: R.Tensor((2, 4), dtype="float32") = lv_2[0]
            n: R.Tensor((2, 4), dtype="float32") = lv_2[1]
            r: R.Tensor((2, 4), dtype="float32") = R.add(m, n)
            R.output(r)
        return r

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 3), dtype="float32"), b: R.Tensor((4, 5), dtype="float32"), c: R.Tensor((3,), dtype="float32"), d: R.Tensor((5,), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((4, 8), dtype="float32") = R.concat((a, b), axis=1)
            lv_1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
            lv_2: R.Tensor((8,), dtype="float32") = R.concat((c, d), axis=0)
            lv_3: R.Tensor((2, 8), dtype="float32") = R.add(lv_1, lv_2)
            lv_4: R.Tensor((2, 8), dtype="float32") = R.nn.relu(lv_3)
            lv_5: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")) = R.split(lv_4, indices_or_sections=[3], axis=1)
            r: R.Tensor((2, 3), dtype="float32") = lv_5[0]
            s: R.Tensor((2, 5), dtype="float32") = lv_5[1]
            R.output(r, s)
        return (r, s)
