# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def f(s: R.Shape(["n"]), x: R.Tensor(("m",), dtype="float32"), t: R.Tuple(R.Tensor(("n", "m"), dtype="float32"), R.Shape(["m"]), R.Tuple)) -> R.Tensor(("n + m",), dtype="float32"):
        n = T.int64()
        m = T.int64()
        z: R.Tensor((n + m,), dtype="float32") = R.zeros(R.shape([n + m]), dtype="float32")
        return z

    @R.function
    def main(x: R.Tensor(("a",), dtype="float32"), y: R.Tensor(("b",), dtype="float32")) -> R.Tuple(R.Tensor(("a + b",), dtype="float32"), R.Tensor(("b + a",), dtype="float32")):
        a = T.int64()
        b = T.int64()
        cls = Module
        o: R.Tensor((a, b), dtype="float32") = R.zeros(R.shape([a, b]), dtype="float32")
        p: R.Tensor((b, a), dtype="float32") = R.zeros(R.shape([b, a]), dtype="float32")
        u: R.Tensor((a + b,), dtype="float32") = cls.f(R.shape([a]), y, (o, R.shape([b]), R.tuple()))
        s: R.Shape([b]) = R.shape_of(y)
        v: R.Tensor((b + a,), dtype="float32") = cls.f(s, x, (p, R.shape([a]), R.tuple()))
        return (u, v)
