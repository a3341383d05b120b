# RUN: CombineParallelMatmul
# One variable stands at one place of TVM's pattern; bindings outside of dataflow blocks take part, up to what is impure.
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def bias_of_both(x: R.Tensor((4, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 8), dtype="float32"), c: R.Tensor((8,), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        with R.dataflow():
            p = R.matmul(x, a)
            q = R.matmul(x, b)
            r = R.add(p, c)
            s = R.add(q, c)
            R.output(r, s)
        return (r, s)

    @R.function
    def by_itself(x: R.Tensor((4, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32")) -> R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        with R.dataflow():
            p = R.matmul(x, x)
            q = R.matmul(x, a)
            R.output(p, q)
        return (p, q)

    @R.function(pure=False)
    def impure(x: R.Tensor((4, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 16), dtype="float32"), c: R.Tensor((4, 8), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 16), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        p = R.matmul(x, a)
        _ = R.print(format="between")
        q = R.matmul(x, b)
        r = R.matmul(x, c)
        return (p, q, r)

    @R.function
    def twice(x: R.Tensor((4, 4), dtype="float32"), w: R.Tensor((5, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 16), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 16), dtype="float32"), R.Tensor((5, 8), dtype="float32"), R.Tensor((5, 16), dtype="float32")):
        with R.dataflow():
            p = R.matmul(x, a)
            q = R.matmul(x, a)
            r = R.matmul(x, b)
            u = R.matmul(w, a)
            v = R.matmul(w, b)
            R.output(p, q, r, u, v)
        return (p, q, r, u, v)

    @R.function
    def some_biased(x: R.Tensor((4, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 16), dtype="float32"), c: R.Tensor((8,), dtype="float32"), d: R.Tensor((16,), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 16), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        with R.dataflow():
            p = R.matmul(x, a)
            q = R.matmul(x, b)
            r = R.matmul(x, a)
            s = R.add(p, c)
            t = R.add(q, d)
            R.output(r, s, t)
        return (s, t, r)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def bias_of_both(x: R.Tensor((4, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 8), dtype="float32"), c: R.Tensor((8,), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        with R.dataflow():
            p: R.Tensor((4, 8), dtype="float32") = R.matmul(x, a, out_dtype=None)
            q: R.Tensor((4, 8), dtype="float32") = R.matmul(x, b, out_dtype=None)
            r: R.Tensor((4, 8), dtype="float32") = R.add(p, c)
            s: R.Tensor((4, 8), dtype="float32") = R.add(q, c)
            R.output(r, s)
        return (r, s)

    @R.function
    def by_itself(x: R.Tensor((4, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32")) -> R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        with R.dataflow():
            p: R.Tensor((4, 4), dtype="float32") = R.matmul(x, x, out_dtype=None)
            q: R.Tensor((4, 8), dtype="float32") = R.matmul(x, a, out_dtype=None)
            R.output(p, q)
        return (p, q)

    @R.function(pure=False)
    def impure(x: R.Tensor((4, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 16), dtype="float32"), c: R.Tensor((4, 8), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 16), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        p: R.Tensor((4, 8), dtype="float32") = R.matmul(x, a, out_dtype=None)
        R.print(format=R.str("between"))
        q: R.Tensor((4, 16), dtype="float32") = R.matmul(x, b, out_dtype=None)
        r: R.Tensor((4, 8), dtype="float32") = R.matmul(x, c, out_dtype=None)
        return (p, q, r)

    @R.function
    def some_biased(x: R.Tensor((4, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 16), dtype="float32"), c: R.Tensor((8,), dtype="float32"), d: R.Tensor((16,), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 16), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        with R.dataflow():
            r: R.Tensor((4, 8), dtype="float32") = R.matmul(x, a, out_dtype=None)
            lv: R.Tensor((4, 24), dtype="float32") = R.concat((a, b), axis=1)
            lv_1: R.Tensor((4, 24), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
            lv_2: R.Tensor((24,), dtype="float32") = R.concat((c, d), axis=0)
            lv_3: R.Tensor((4, 24), dtype="float32") = R.add(lv_1, lv_2)
            lv_4: R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 16), dtype="float32")) = R.split(lv_3, indices_or_sections=[8], axis=1)
            s: R.Tensor((4, 8), dtype="float32") = lv_4[0]
            t: R.Tensor((4, 16), dtype="float32") = lv_4[1]
            R.output(r, s, t)
        return (s, t, r)

    @R.function
    def twice(x: R.Tensor((4, 4), dtype="float32"), w: R.Tensor((5, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 16), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 16), dtype="float32"), R.Tensor((5, 8), dtype="float32"), R.Tensor((5, 16), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((4, 24), dtype="float32") = R.concat((a, b), axis=1)
            lv_1: R.Tensor((4, 24), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
            lv_2: R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 16), dtype="float32")) = R.split(lv_1, indices_or_sections=[8], axis=1)
            p: R.Tensor((4, 8), dtype="float32") = lv_2[0]
            r: R.Tensor((4, 16), dtype="float32") = lv_2[1]
            lv_3: R.Tensor((5, 24), dtype="float32") = R.matmul(w, lv, out_dtype="float32")
            lv_4: R.Tuple(R.Tensor((5, 8), dtype="float32"), R.Tensor((5, 16), dtype="float32")) = R.split(lv_3, indices_or_sections=[8], axis=1)
            u: R.Tensor((5, 8), dtype="float32") = lv_4[0]
            v: R.Tensor((5, 16), dtype="float32") = lv_4[1]
            R.output(p, r, u, v)
        return (p, p, r, u, v)
