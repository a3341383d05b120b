# RUN: NarrowDataType{"target_bits": 32}
# Loops that fit, of no and of one iteration; one that does not fit, one of a parameter, one of an int32 size; indices that fit only in
# part; values of 64 bits keep their dtype; vectors.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(64),), "float32"), B: T.Buffer((T.int64(64),), "int64"), b: T.handle, m: T.int64):
        n = T.int32()
        C = T.match_buffer(b, (n,), "float32")
        for i in T.serial(T.int64(8)):
            for j in T.serial(T.int64(8)):
                if i * T.int64(8) + j < T.int64(60):
                    A[i * T.int64(8) + j] = T.Cast("float32", i * T.int64(8) + j)
        for i in T.serial(T.int64(0)):
            A[i] = T.float32(0)
        for i in T.serial(T.int64(1)):
            A[i] = T.float32(0)
        for i in T.serial(T.int64(5000000000)):
            A[i % T.int64(64)] = T.float32(0)
        for i in range(m):
            A[i] = T.float32(0)
        for i in range(T.Cast("int64", n)):
            C[i] = A[i]
        for i in T.serial(T.int64(64)):
            A[i * T.int64(100000000) // T.int64(100000000)] = A[T.int64(63) - i] + T.Cast("float32", B[i])
            B[i] = i * i + B[i]
        for i in T.serial(T.int64(8)):
            A[i * T.int64(8):i * T.int64(8) + T.int64(8)] = A[i:i + T.int64(8)]
        for i in T.parallel(T.int64(8), T.int64(20)):
            x: T.let[T.int64] = i + T.int64(1)
            B[x] = x
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(64),), "float32"), B: T.Buffer((T.int64(64),), "int64"), C: T.Buffer(("n",), "float32"), m: T.int64):
        n = T.int32()
        for i, j in T.grid(8, 8):
            if i * 8 + j < 60:
                A[i * 8 + j] = T.Cast("float32", i * 8 + j)
        for i in range(0):
            A[i] = T.float32(0.0)
        for i in range(1):
            A[i] = T.float32(0.0)
        for i in range(T.int64(5000000000)):
            A[i % T.int64(64)] = T.float32(0.0)
        for i in range(m):
            A[i] = T.float32(0.0)
        for i in range(n):
            C[i] = A[i]
        for i in range(64):
            A[T.Cast("int64", i) * T.int64(100000000) // T.int64(100000000)] = A[63 - i] + T.Cast("float32", B[i])
            B[i] = T.Cast("int64", i * i) + B[i]
        for i in range(8):
            A[i * 8:i * 8 + 8] = A[i:i + 8]
        for i in T.parallel(8, 20):
            x: T.let[T.int64] = T.Cast("int64", i + 1)
            B[x] = x
