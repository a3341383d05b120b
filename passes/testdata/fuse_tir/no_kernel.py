# RUN: FuseTIR
# A group that gives back its parameter is no kernel, and stays a function.
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
    def grouped(p: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (p,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a)
        return (a, p)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        cls = Module
        t = cls.grouped(x)
        return t
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
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
    def grouped(p: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (p,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a)
        return (a, p)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        cls = Module
        t: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = cls.grouped(x)
        return t
# note: grouped later by code generation: a primitive function returns a parameter, or a value twice
