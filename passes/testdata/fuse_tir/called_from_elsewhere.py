# RUN: FuseTIR
# A group that is a value somewhere is called as a function is, and stays one; a public one becomes a kernel, as in TVM.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            with T.sblock("y"):
                v = T.axis.spatial(T.int64(4), i)
                y[v] = x[v] * T.float32(2)

    @R.function(private=True)
    def value(p: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (p,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.twice, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b

    @R.function
    def public(p: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (p,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a)
        return a

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        f: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True) = cls.value
        t = cls.public(x)
        u = cls.value(t)
        v = f(u)
        return v
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def public(p: T.Buffer((T.int64(4),), "float32"), y_intermediate: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("y"):
                v = T.axis.spatial(T.int64(4), i)
                T.reads(p[v])
                T.writes(y_intermediate[v])
                y_intermediate[v] = p[v] * T.float32(2.0)

    @T.prim_func(private=True, s_tir=True)
    def twice(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("y"):
                v = T.axis.spatial(T.int64(4), i)
                T.reads(x[v])
                T.writes(y[v])
                y[v] = x[v] * T.float32(2.0)

    @R.function(private=True)
    def value(p: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (p,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.twice, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        f: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True) = cls.value
        t = R.call_tir(cls.public, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        u: R.Tensor((4,), dtype="float32") = cls.value(t)
        v: R.Tensor((4,), dtype="float32") = f(u)
        return v
# note: value later by code generation: a primitive function is called by more than calls of its module
