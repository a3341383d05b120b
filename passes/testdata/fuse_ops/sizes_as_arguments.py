# RUN: FuseOps
# A size that kernels take as an argument is a parameter, unless a type mentions it: then it comes along with shapes.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(4),), "float32"), n: T.int64, out: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        for i in range(T.int64(4)):
            with T.sblock("add"):
                v = T.axis.spatial(T.int64(4), i)
                out[v] = x[v] + T.Cast("float32", n)
    @T.prim_func(private=True, s_tir=True)
    def ones(n: T.int64, o: T.handle):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        out = T.match_buffer(o, (n,), "float32")
        for i in range(n):
            with T.sblock("ones"):
                v = T.axis.spatial(n, i)
                out[v] = T.float32(1)
    @T.prim_func(private=True, s_tir=True)
    def exp(a: T.handle, o: T.handle):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        n = T.int64()
        x = T.match_buffer(a, (n,), "float32")
        out = T.match_buffer(o, (n,), "float32")
        for i in range(n):
            with T.sblock("exp"):
                v = T.axis.spatial(n, i)
                out[v] = T.exp(x[v])
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), sizes: R.Shape(["n", "m"])) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        m = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.add, (x, n), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.add, (a, m), out_ty=R.Tensor((4,), dtype="float32"))
            c = R.call_tir(cls.ones, (n,), out_ty=R.Tensor((n,), dtype="float32"))
            d = R.call_tir(cls.exp, (c,), out_ty=R.Tensor((n,), dtype="float32"))
            R.output(b, d)
        return (b, d)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(4),), "float32"), n: T.int64, out: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("add"):
                v = T.axis.spatial(T.int64(4), i)
                T.reads(x[v])
                T.writes(out[v])
                out[v] = x[v] + T.Cast("float32", n)

    @T.prim_func(private=True, s_tir=True)
    def exp(x: T.Buffer(("n",), "float32"), out: T.Buffer((n,), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(n):
            with T.sblock("exp"):
                v = T.axis.spatial(n, i)
                T.reads(x[v])
                T.writes(out[v])
                out[v] = T.exp(x[v])

    @T.prim_func(private=True, s_tir=True)
    def ones(n: T.int64, out: T.Buffer((n,), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(n):
            with T.sblock("ones"):
                v = T.axis.spatial(n, i)
                T.reads()
                T.writes(out[v])
                out[v] = T.float32(1.0)

    @R.function(private=True)
    def fused_add_add(x: R.Tensor((4,), dtype="float32"), n: T.int64, m: T.int64) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.add, (x, n), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.add, (a, m), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b

    @R.function(private=True)
    def fused_ones_exp(tir_vars: R.Shape(["n"])) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            c = R.call_tir(cls.ones, (n,), out_ty=R.Tensor((n,), dtype="float32"))
            d = R.call_tir(cls.exp, (c,), out_ty=R.Tensor((n,), dtype="float32"))
            R.output(d)
        return d

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), sizes: R.Shape(["n", "m"])) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        m = T.int64()
        cls = Module
        with R.dataflow():
            b: R.Tensor((4,), dtype="float32") = cls.fused_add_add(x, n, m)
            d: R.Tensor((n,), dtype="float32") = cls.fused_ones_exp(R.shape([n]))
            R.output(b, d)
        return (b, d)
