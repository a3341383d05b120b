# RUN: BF16ComputeLegalize
# Arithmetic, constants, comparisons and functions; choices and casts; an own buffer; loops of no and of one iteration, and of a symbolic
# number; vectors; what a function of its own precision gives stays.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "bfloat16"), b: T.handle, C: T.Buffer((16,), "float32")):
        n = T.int32()
        B = T.match_buffer(b, (n,), "bfloat16")
        D = T.alloc_buffer((16,), "bfloat16")
        for i in range(16):
            D[i] = A[i] * A[i] + T.Cast("bfloat16", 2.5)
        for i in range(n):
            B[i] = T.if_then_else(A[i] < D[i], T.max(A[i], D[i]), T.sqrt(T.Cast("bfloat16", C[i])))
        for i in range(0):
            B[i] = A[i]
        for i in range(1):
            B[i] = A[i]
            C[i] = T.Cast("float32", A[i] / D[i]) + C[i]
        A[0:4] = A[4:8] - D[4:8]
        B[0] = T.exp(A[0])
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "bfloat16"), B: T.Buffer(("n",), "bfloat16"), C: T.Buffer((16,), "float32")):
        n = T.int32()
        D = T.alloc_buffer((16,), "bfloat16")
        for i in range(16):
            D[i] = T.Cast("bfloat16", T.Cast("float32", T.Cast("bfloat16", T.Cast("float32", A[i]) * T.Cast("float32", A[i]))) + T.Cast("float32", T.Cast("bfloat16", T.float32(2.5))))
        for i in range(n):
            B[i] = T.if_then_else(T.Cast("float32", A[i]) < T.Cast("float32", D[i]), T.Cast("bfloat16", T.max(T.Cast("float32", A[i]), T.Cast("float32", D[i]))), T.Cast("bfloat16", T.sqrt(T.Cast("float32", T.Cast("bfloat16", C[i])))))
        for i in range(0):
            B[i] = A[i]
        for i in range(1):
            B[i] = A[i]
            C[i] = T.Cast("float32", T.Cast("bfloat16", T.Cast("float32", A[i]) / T.Cast("float32", D[i]))) + C[i]
        A[0:4] = T.Cast("bfloat16x4", T.Cast("float32x4", A[4:8]) - T.Cast("float32x4", D[4:8]))
        B[0] = T.exp(A[0])
