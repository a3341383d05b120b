# RUN: CombineParallelMatmul
# An activation of the product itself is none behind the bias: the products are combined, and nothing of what follows; where both are there, that of the sum is meant.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32"), a: R.Tensor((3, 4), "float32"), b: R.Tensor((3, 4), "float32"), c: R.Tensor((4,), "float32"), d: R.Tensor((4,), "float32")):
        with R.dataflow():
            m = R.matmul(x, a)
            p = R.add(m, c)
            r = R.nn.relu(p)
            n = R.matmul(x, b)
            q = R.add(n, d)
            s = R.nn.relu(n)
            R.output(r, q, s)
        return (r, q, s)

    @R.function
    def both(x: R.Tensor((2, 3), "float32"), a: R.Tensor((3, 4), "float32"), b: R.Tensor((3, 4), "float32"), c: R.Tensor((4,), "float32"), d: R.Tensor((4,), "float32")):
        with R.dataflow():
            m = R.matmul(x, a)
            t = R.nn.relu(m)
            p = R.add(m, c)
            r = R.nn.relu(p)
            n = R.matmul(x, b)
            q = R.add(n, d)
            s = R.nn.relu(q)
            R.output(r, s, t)
        return (r, s, t)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def both(x: R.Tensor((2, 3), dtype="float32"), a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((3, 4), dtype="float32"), c: R.Tensor((4,), dtype="float32"), d: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")):
        with R.dataflow():
            m: R.Tensor((2, 4), dtype="float32") = R.matmul(x, a, out_dtype=None)
            t: R.Tensor((2, 4), dtype="float32") = R.nn.relu(m)
            lv: R.Tensor((3, 8), dtype="float32") = R.concat((a, b), axis=1)
            lv_1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
            lv_2: R.Tensor((8,), dtype="float32") = R.concat((c, d), axis=0)
            lv_3: R.Tensor((2, 8), dtype="float32") = R.add(lv_1, lv_2)
            lv_4: R.Tensor((2, 8), dtype="float32") = R.nn.relu(lv_3)
            lv_5: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(lv_4, indices_or_sections=[4], axis=1)
            r: R.Tensor((2, 4), dtype="float32") = lv_5[0]
            s: R.Tensor((2, 4), dtype="float32") = lv_5[1]
            R.output(t, r, s)
        return (r, s, t)

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((3, 4), dtype="float32"), c: R.Tensor((4,), dtype="float32"), d: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((3, 8), dtype="float32") = R.concat((a, b), axis=1)
            lv_1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
            lv_2: R.Tensor((8,), dtype="float32") = R.concat((c, d), axis=0)
            lv_3: R.Tensor((2, 8), dtype="float32") = R.add(lv_1, lv_2)
            lv_4: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(lv_3, indices_or_sections=[4], axis=1)
            p: R.Tensor((2, 4), dtype="float32") = lv_4[0]
            r: R.Tensor((2, 4), dtype="float32") = R.nn.relu(p)
            n: R.Tensor((2, 4), dtype="float32") = R.matmul(x, b, out_dtype=None)
            q: R.Tensor((2, 4), dtype="float32") = lv_4[1]
            s: R.Tensor((2, 4), dtype="float32") = R.nn.relu(n)
            R.output(r, q, s)
        return (r, q, s)
