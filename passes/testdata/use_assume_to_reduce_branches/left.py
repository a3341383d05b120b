# RUN: UseAssumeToReduceBranches
# What is not decided: elements that nothing is assumed of, memory that is written meanwhile, a zero of either sign, an element that is not there,
# another kind of kernel.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def other(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.evaluate(T.assume(i < 14 or A[i] == 7))
        for i in range(16):
            B[i] = T.if_then_else(i < 13, A[i], 7)

    @T.prim_func
    def written(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.evaluate(T.assume(i < 14 or A[i] == 7))
        A[15] = 3
        for i in range(16):
            B[i] = T.if_then_else(14 <= i, 7, A[i])

    @T.prim_func
    def zero(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.evaluate(T.assume(i < 14 or A[i] == T.float32(0)))
        for i in range(16):
            B[i] = T.if_then_else(14 <= i, T.float32(0), A[i])

    @T.prim_func
    def missing(A: T.Buffer((16,), "int32"), C: T.Buffer((14,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.evaluate(T.assume(i < 14 or A[i] == 0))
        for i in range(16):
            B[i] = T.if_then_else(14 <= i, 0, A[i] * C[i])

    @T.prim_func
    def sums(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 3})
        for i in range(16):
            T.evaluate(T.assume(i < 14 or A[i] == 7))
        for i in range(16):
            B[i] = T.if_then_else(14 <= i, 7, A[i])
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def missing(A: T.Buffer((16,), "int32"), C: T.Buffer((14,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.assume(i < 14 or A[i] == 0)
        for i in range(16):
            B[i] = T.if_then_else(14 <= i, 0, A[i] * C[i])

    @T.prim_func
    def other(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.assume(i < 14 or A[i] == 7)
        for i in range(16):
            B[i] = T.if_then_else(i < 13, A[i], 7)

    @T.prim_func
    def sums(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 3})
        for i in range(16):
            T.assume(i < 14 or A[i] == 7)
        for i in range(16):
            B[i] = T.if_then_else(14 <= i, 7, A[i])

    @T.prim_func
    def written(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.assume(i < 14 or A[i] == 7)
        A[15] = 3
        for i in range(16):
            B[i] = T.if_then_else(14 <= i, 7, A[i])

    @T.prim_func
    def zero(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        T.func_attr({"op_pattern": 0})
        for i in range(16):
            T.assume(i < 14 or A[i] == T.float32(0.0))
        for i in range(16):
            B[i] = T.if_then_else(14 <= i, T.float32(0.0), A[i])
