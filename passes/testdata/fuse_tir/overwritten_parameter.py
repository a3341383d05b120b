# RUN: FuseTIR
# What a kernel overwrites and no result holds is a result of the call behind the function's own, so that the call says what it
# overwrites: of one tensor, and of two in a tuple.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add1(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            with T.sblock("add1"):
                vi = T.axis.spatial(T.int64(4), i)
                B[vi] = A[vi] + T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def neg(A: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            with T.sblock("neg"):
                vi = T.axis.spatial(T.int64(4), i)
                A[vi] = A[vi] * T.float32(-3.0)

    @R.function(private=True)
    def one(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir_inplace(cls.neg, (x,), out_ty=R.Tensor((4,), dtype="float32"), inplace_indices=[0])
            b = R.call_tir(cls.add1, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b

    @R.function(private=True)
    def two(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir_inplace(cls.neg, (x,), out_ty=R.Tensor((4,), dtype="float32"), inplace_indices=[0])
            b = R.call_tir(cls.add1, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            c = R.call_tir_inplace(cls.neg, (y,), out_ty=R.Tensor((4,), dtype="float32"), inplace_indices=[0])
            R.output(b, c)
        return (b, c)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))):
        cls = Module
        with R.dataflow():
            u = R.call_tir(cls.add1, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            v = R.call_tir(cls.add1, (y,), out_ty=R.Tensor((4,), dtype="float32"))
            s = cls.one(u)
            t = cls.two(s, v)
            R.output(s, t)
        return (s, t)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add1(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("add1"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def one(x: T.Buffer((T.int64(4),), "float32"), B_intermediate: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("neg"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(x[vi])
                T.writes(x[vi])
                x[vi] = x[vi] * T.float32(-3.0)
        for i in range(T.int64(4)):
            with T.sblock("add1"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(x[vi])
                T.writes(B_intermediate[vi])
                B_intermediate[vi] = x[vi] + T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def two(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32"), B_intermediate: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("neg"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(x[vi])
                T.writes(x[vi])
                x[vi] = x[vi] * T.float32(-3.0)
        for i in range(T.int64(4)):
            with T.sblock("add1"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(x[vi])
                T.writes(B_intermediate[vi])
                B_intermediate[vi] = x[vi] + T.float32(1.0)
        for i in range(T.int64(4)):
            with T.sblock("neg1"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(y[vi])
                T.writes(y[vi])
                y[vi] = y[vi] * T.float32(-3.0)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))):
        cls = Module
        with R.dataflow():
            u = R.call_tir(cls.add1, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            v = R.call_tir(cls.add1, (y,), out_ty=R.Tensor((4,), dtype="float32"))
            fused: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = R.call_tir_inplace(cls.one, (u,), out_ty=[R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")], inplace_indices=[-1, 0])
            s: R.Tensor((4,), dtype="float32") = fused[0]
            fused_1: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = R.call_tir_inplace(cls.two, (s, v), out_ty=[R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")], inplace_indices=[-1, 1, 0])
            fused_2: R.Tensor((4,), dtype="float32") = fused_1[0]
            fused_3: R.Tensor((4,), dtype="float32") = fused_1[1]
            t: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = fused_2, fused_3
            R.output(s, t)
        return (s, t)
