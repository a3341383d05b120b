# RUN: UseAssumeToReduceBranches
# Padding of a parameter, the choice either way round; padding of memory that the kernel fills; in blocks; with more than the element; where
# something else is assumed of it by then.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def given(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.evaluate(T.assume(i < 14 or A[i] == 7))
        for i in range(16):
            B[i] = T.if_then_else(i < 14, A[i] * 2, 14)

    @T.prim_func
    def turned(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 1})
        for i in range(16):
            T.evaluate(T.assume(i < 14 or A[i] == 7))
        for i in range(16):
            B[15 - i] = T.if_then_else(i < 2, 8, A[15 - i] + 1)

    @T.prim_func
    def own(A: T.Buffer((14,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        P = T.alloc_buffer((16,), "int32", scope="local")
        for i in range(16):
            P[i] = T.if_then_else(i < 14, A[i], 1)
        for i in range(16):
            T.evaluate(T.assume(i < 14 or P[i] == 1))
        for i in range(16):
            B[i] = T.if_then_else(i < 14, P[i] + 2, 3)

    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((4, 16), "int32"), B: T.Buffer((4, 16), "int32")):
        T.func_attr({"op_pattern": 0})
        for i, j in T.grid(4, 16):
            with T.sblock("assumed"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(A[v_i, v_j])
                T.writes()
                T.evaluate(T.assume(v_j < 14 or A[v_i, v_j] == 0))
        for i, j in T.grid(4, 16):
            with T.sblock("b"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(A[v_i, v_j])
                T.writes(B[v_i, v_j])
                B[v_i, v_j] = T.if_then_else(14 <= v_j, 0, A[v_i, v_j])
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((4, 16), "int32"), B: T.Buffer((4, 16), "int32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        for i, j in T.grid(4, 16):
            with T.sblock("assumed"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(A[v_i, v_j])
                T.writes()
                T.assume(v_j < 14 or A[v_i, v_j] == 0)
        for i, j in T.grid(4, 16):
            with T.sblock("b"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(A[v_i, v_j])
                T.writes(B[v_i, v_j])
                B[v_i, v_j] = A[v_i, v_j]

    @T.prim_func
    def given(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.assume(i < 14 or A[i] == 7)
        for i in range(16):
            B[i] = A[i] * 2

    @T.prim_func
    def own(A: T.Buffer((14,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        P = T.alloc_local((16,), "int32")
        for i in range(16):
            P[i] = T.if_then_else(i < 14, A[i], 1)
        for i in range(16):
            T.assume(i < 14 or P[i] == 1)
        for i in range(16):
            B[i] = P[i] + 2

    @T.prim_func
    def turned(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 1})
        for i in range(16):
            T.assume(i < 14 or A[i] == 7)
        for i in range(16):
            B[15 - i] = A[15 - i] + 1
