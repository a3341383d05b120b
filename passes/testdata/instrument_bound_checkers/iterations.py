# RUN: InstrumentBoundCheckers
# Buffers of no and of one element and of a symbolic size; an index with a tail that does not divide; vectors are left.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(Z: T.Buffer((0,), "int32"), O: T.Buffer((1,), "int32"), a: T.handle, D: T.Buffer((3, 4), "int32"), m: T.int32):
        n = T.int32()
        A = T.match_buffer(a, (n, 2), "int32")
        for i in range(0):
            Z[i] = 0
        O[m] = 1
        for i in range(n):
            A[i, m] = O[0]
        for i in range(10):
            D[i // 4, i % 4] = A[n - i, 1]
        D[m, 0:4] = D[m, 0:4] + T.Broadcast(1, 4)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(Z: T.Buffer((0,), "int32"), O: T.Buffer((1,), "int32"), A: T.Buffer(("n", 2), "int32"), D: T.Buffer((3, 4), "int32"), m: T.int32):
        n = T.int32()
        for i in range(0):
            assert 0 <= i and i < 0, ("RuntimeError", ["OUT OF THE BOUNDS of Z"])
            Z[i] = 0
        assert 0 <= m and m < 1, ("RuntimeError", ["OUT OF THE BOUNDS of O"])
        O[m] = 1
        for i in range(n):
            assert T.LE(0, 0) and T.LT(0, 1), ("RuntimeError", ["OUT OF THE BOUNDS of O"])
            assert 0 <= i and i < n and (0 <= m and m < 2), ("RuntimeError", ["OUT OF THE BOUNDS of A"])
            A[i, m] = O[0]
        for i in range(10):
            assert 0 <= n - i and n - i < n and (T.LE(0, 1) and T.LT(1, 2)), ("RuntimeError", ["OUT OF THE BOUNDS of A"])
            assert 0 <= i // 4 and i // 4 < 3 and (0 <= i % 4 and i % 4 < 4), ("RuntimeError", ["OUT OF THE BOUNDS of D"])
            D[i // 4, i % 4] = A[n - i, 1]
        D[m, 0:4] = D[m, 0:4] + T.Broadcast(1, 4)
