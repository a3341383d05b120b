# RUN: CanonicalizeLoop
# Starts and steps of every kind of loop; extents that are known and that are not; a start that the iterations change is
# kept in a variable.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), n: T.int32):
        for i in range(2, 16):
            A[i] = T.float32(1)
        for i in T.serial(3, 50, step=4):
            A[i * 2 + 1] = T.Cast("float32", i)
        for i in T.serial(n, 50, step=2):
            A[i] = T.Cast("float32", i)
        for i in T.vectorized(2, 6):
            A[i] = T.float32(1)
        for i in T.unroll(1, 6, step=2):
            A[i] = T.float32(1)
        for i in T.parallel(1, 6, step=2, annotations={"x": 1}):
            A[i] = T.float32(1)
        for i in range(16):
            A[i] = T.float32(1)
        for i in T.serial(2, 2, step=3):
            A[i] = T.float32(1)

    @T.prim_func
    def nested(A: T.Buffer((100,), "float32")):
        for i in range(1, 5):
            for j in T.serial(i, 20, step=3):
                A[i + j] = T.float32(1)

    @T.prim_func
    def start_in_memory(B: T.Buffer((100,), "int32")):
        for i in T.serial(B[0], 10):
            B[i] = 1

    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((100,), "float32")):
        for i in T.serial(3, 50, step=4):
            with T.sblock("b"):
                v = T.axis.spatial((3, 50), i)
                A[v] = T.float32(1)

# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((100,), "float32")):
        # with T.sblock("root"):
        for i in range(12):
            with T.sblock("b"):
                v = T.axis.spatial((3, 50), i * 4 + 3)
                T.reads()
                T.writes(A[v])
                A[v] = T.float32(1.0)

    @T.prim_func
    def nested(A: T.Buffer((100,), "float32")):
        for i in range(4):
            for j in range((19 - (i + 1)) // 3 + 1):
                A[i + 1 + (j * 3 + (i + 1))] = T.float32(1.0)

    @T.prim_func
    def start_in_memory(B: T.Buffer((100,), "int32")):
        i_start: T.let[T.int32] = B[0]
        for i in range(10 - B[0]):
            B[i + i_start] = 1

    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), n: T.int32):
        for i in range(14):
            A[i + 2] = T.float32(1.0)
        for i in range(12):
            A[(i * 4 + 3) * 2 + 1] = T.Cast("float32", i * 4 + 3)
        for i in range((49 - n) // 2 + 1):
            A[i * 2 + n] = T.Cast("float32", i * 2 + n)
        for i in T.vectorized(4):
            A[i + 2] = T.float32(1.0)
        for i in T.unroll(3):
            A[i * 2 + 1] = T.float32(1.0)
        for i in T.parallel(3, annotations={"x": 1}):
            A[i * 2 + 1] = T.float32(1.0)
        for i in range(16):
            A[i] = T.float32(1.0)
        for i in range(0):
            A[i * 3 + 2] = T.float32(1.0)
