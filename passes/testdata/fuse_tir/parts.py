# RUN: FuseTIR
# A kernel that writes over its operand, results of several that are taken apart, tuples and sizes as parameters; a function
# that nobody calls primitive stays.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def exp(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                B[vi] = T.exp(A[vi])

    @T.prim_func(private=True, s_tir=True)
    def twice(A: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        for i in range(T.int64(4)):
            with T.sblock("A"):
                vi = T.axis.spatial(T.int64(4), i)
                A[vi] = A[vi] * T.float32(2)

    @T.prim_func(private=True, s_tir=True)
    def halves(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(2),), "float32"), C: T.Buffer((T.int64(2),), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.noalias": True})
        for i in range(T.int64(2)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(2), i)
                B[vi] = A[vi]
        for i in range(T.int64(2)):
            with T.sblock("C"):
                vi = T.axis.spatial(T.int64(2), i)
                C[vi] = A[vi + T.int64(2)]

    @R.function(private=True)
    def over(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir_inplace(cls.twice, (a,), inplace_indices=[0], out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b

    @R.function(private=True)
    def apart(p: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            x = p[1]
            a = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.halves, (a,), out_ty=[R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")])
            c = b[1]
            d = (c, a)
            R.output(d)
        return d

    @R.function(private=True)
    def plain(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.exp, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        cls = Module
        with R.dataflow():
            a = cls.over(x)
            b = cls.plain(a)
            p = (a, b)
            c = cls.apart(p)
            R.output(c)
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def apart(p_1: T.Buffer((T.int64(4),), "float32"), C_intermediate: T.Buffer((T.int64(2),), "float32"), B_intermediate: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        B_intermediate_1 = T.sblock_alloc_buffer((T.int64(2),))
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(p_1[vi])
                T.writes(B_intermediate[vi])
                B_intermediate[vi] = T.exp(p_1[vi])
        for i in range(T.int64(2)):
            with T.sblock("B1"):
                vi = T.axis.spatial(T.int64(2), i)
                T.reads(B_intermediate[vi])
                T.writes(B_intermediate_1[vi])
                B_intermediate_1[vi] = B_intermediate[vi]
        for i in range(T.int64(2)):
            with T.sblock("C"):
                vi = T.axis.spatial(T.int64(2), i)
                T.reads(B_intermediate[vi + T.int64(2)])
                T.writes(C_intermediate[vi])
                C_intermediate[vi] = B_intermediate[vi + T.int64(2)]

    @T.prim_func(private=True, s_tir=True)
    def exp(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = T.exp(A[vi])

    @T.prim_func(private=True, s_tir=True)
    def over(x: T.Buffer((T.int64(4),), "float32"), B_intermediate: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(x[vi])
                T.writes(B_intermediate[vi])
                B_intermediate[vi] = T.exp(x[vi])
        for i in range(T.int64(4)):
            with T.sblock("A"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(B_intermediate[vi])
                T.writes(B_intermediate[vi])
                B_intermediate[vi] = B_intermediate[vi] * T.float32(2.0)

    @R.function(private=True)
    def plain(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.exp, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.over, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b: R.Tensor((4,), dtype="float32") = cls.plain(a)
            c = R.call_tir(cls.apart, (b,), out_ty=[R.Tensor((2,), dtype="float32"), R.Tensor((4,), dtype="float32")])
            R.output(c)
        return c
