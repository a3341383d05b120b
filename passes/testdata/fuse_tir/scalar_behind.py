# RUN: FuseTIR
# Numbers that kernels are given behind their tensors, as texts before TVM 0.26 have them.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def shift(A: T.Buffer((T.int64(4),), "int64"), B: T.Buffer((T.int64(4),), "int64"), n: T.int64):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                B[vi] = A[vi] + n

    @R.function(private=True)
    def twice(x: R.Tensor((4,), dtype="int64"), n: R.Prim("int64")) -> R.Tensor((4,), dtype="int64"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.shift, (x,), out_ty=R.Tensor((4,), dtype="int64"), tir_vars=R.shape([n]))
            b = R.call_tir(cls.shift, (a,), out_ty=R.Tensor((4,), dtype="int64"), tir_vars=R.shape([n + 1]))
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((4,), dtype="int64"), n: R.Prim("int64")) -> R.Tensor((4,), dtype="int64"):
        cls = Module
        with R.dataflow():
            y = cls.twice(x, n)
            R.output(y)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(x: T.Buffer((T.int64(4),), "int64"), n: T.int64, B_intermediate_1: T.Buffer((T.int64(4),), "int64")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        B_intermediate = T.sblock_alloc_buffer((T.int64(4),), "int64")
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(x[vi])
                T.writes(B_intermediate[vi])
                B_intermediate[vi] = x[vi] + n
        for i in range(T.int64(4)):
            with T.sblock("B1"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(B_intermediate[vi])
                T.writes(B_intermediate_1[vi])
                B_intermediate_1[vi] = B_intermediate[vi] + (n + T.int64(1))

    @R.function
    def main(x: R.Tensor((4,), dtype="int64"), n: T.int64) -> R.Tensor((4,), dtype="int64"):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.twice, (x, n), out_ty=R.Tensor((4,), dtype="int64"))
            R.output(y)
        return y
