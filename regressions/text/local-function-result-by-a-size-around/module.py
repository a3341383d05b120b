# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), q: R.Tensor(("m",), dtype="float32")) -> R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor(("m",), dtype="float32")):
        n = T.int64()
        m = T.int64()
        @R.function
        def f(y: R.Tensor((m,), dtype="float32")) -> R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((m,), dtype="float32")):
            @R.function
            def g(u: R.Tensor((4,), dtype="float32")) -> R.Tensor((n,), dtype="float32"):
                z: R.Tensor((n,), dtype="float32") = R.zeros(R.shape([n]), dtype="float32")
                return z
            w: R.Tensor((4,), dtype="float32") = R.zeros(R.shape([4]), dtype="float32")
            a: R.Tensor((n,), dtype="float32") = g(w)
            b: R.Tensor((n,), dtype="float32") = R.add(a, x)
            t: R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((m,), dtype="float32")) = (b, y)
            return t
        gv: R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((m,), dtype="float32")) = f(q)
        return gv
