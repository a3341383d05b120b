# RUN: LowerMatchBuffer
# What calls are given of a view is the memory of the buffer, and where the view begins in it.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        for i in range(4):
            with T.sblock("b"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi * 4:vi * 4 + 4])
                T.writes(D[vi * 4:vi * 4 + 4])
                S = T.match_buffer(A[vi * 4:vi * 4 + 4], (4,), offset_factor=1)
                T.evaluate(T.call_extern("int32", "copy", S.data, S.elem_offset))
                D[vi * 4] = S[0]
    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((8, 6), "float32"), D: T.Buffer((2,), "float32")):
        for i in range(2):
            with T.sblock("b"):
                vi = T.axis.spatial(2, i)
                T.reads(A[vi * 4:vi * 4 + 4, 2:4])
                T.writes(D[vi])
                S = T.match_buffer(A[vi * 4:vi * 4 + 4, 2:4], (4, 2), strides=("s1", "s0"), offset_factor=1)
                T.evaluate(T.call_extern("int32", "copy", T.tvm_access_ptr(T.type_annotation("float32"), S.data, S.elem_offset, S.strides[0] * 4, 1), S.strides[0], S.strides[1]))
                D[vi] = S[1, 1]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((8, 6), "float32"), D: T.Buffer((2,), "float32")):
        # with T.sblock("root"):
        for i in range(2):
            with T.sblock("b"):
                vi = T.axis.spatial(2, i)
                T.reads(A[vi * 4:vi * 4 + 4, 2:4])
                T.writes(D[vi])
                T.call_extern("int32", "copy", T.tvm_access_ptr(T.type_annotation("float32"), A.data, vi * 4 * 6 + 2, T.Mul(6, 4), 1), 6, 1)
                D[vi] = A[vi * 4 + 1, T.Add(2, 1)]

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("b"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi * 4:vi * 4 + 4])
                T.writes(D[vi * 4:vi * 4 + 4])
                T.call_extern("int32", "copy", A.data, vi * 4)
                D[vi * 4] = A[T.Add(vi * 4, 0)]
