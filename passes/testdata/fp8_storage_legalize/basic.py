# RUN: FP8StorageLegalize
# Arithmetic, constants, comparisons and functions; choices and casts; an own buffer; loops of no and of one iteration, and of a symbolic
# number; vectors; what a function of its own precision gives stays.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float8_e4m3fn"), b: T.handle, C: T.Buffer((16,), "float32")):
        n = T.int32()
        B = T.match_buffer(b, (n,), "float8_e4m3fn")
        D = T.alloc_buffer((16,), "float8_e4m3fn")
        for i in range(16):
            D[i] = A[i] * A[i] + T.Cast("float8_e4m3fn", 2.5)
        for i in range(n):
            B[i] = T.if_then_else(A[i] < D[i], T.max(A[i], D[i]), T.sqrt(T.Cast("float8_e4m3fn", C[i])))
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
    def main(A: T.Buffer((16,), "float8_e4m3fn"), B: T.Buffer(("n",), "float8_e4m3fn"), C: T.Buffer((16,), "float32")):
        n = T.int32()
        A_1 = A.view("uint8")
        B_1 = T.decl_buffer((n,), "uint8", data=B.data)
        D = T.alloc_buffer((16,), "uint8")
        for i in range(16):
            D[i] = T.reinterpret("uint8", T.reinterpret("float8_e4m3fn", A_1[i]) * T.reinterpret("float8_e4m3fn", A_1[i]) + T.Cast("float8_e4m3fn", T.float32(2.5)))
        for i in range(n):
            B_1[i] = T.reinterpret("uint8", T.if_then_else(T.reinterpret("float8_e4m3fn", A_1[i]) < T.reinterpret("float8_e4m3fn", D[i]), T.max(T.reinterpret("float8_e4m3fn", A_1[i]), T.reinterpret("float8_e4m3fn", D[i])), T.sqrt(T.Cast("float8_e4m3fn", C[i]))))
        for i in range(0):
            B_1[i] = A_1[i]
        for i in range(1):
            B_1[i] = A_1[i]
            C[i] = T.Cast("float32", T.reinterpret("float8_e4m3fn", A_1[i]) / T.reinterpret("float8_e4m3fn", D[i])) + C[i]
        A_1[0:4] = T.reinterpret("uint8x4", T.reinterpret("float8_e4m3fnx4", A_1[4:8]) - T.reinterpret("float8_e4m3fnx4", D[4:8]))
        B_1[0] = T.reinterpret("uint8", T.exp(T.reinterpret("float8_e4m3fn", A_1[0])))
