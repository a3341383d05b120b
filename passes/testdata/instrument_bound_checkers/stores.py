# RUN: InstrumentBoundCheckers
# What a store reads and writes; what is guarded is left to its guard.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "int32"), B: T.Buffer((8, 8), "int32"), n: T.int32):
        for i in range(64):
            A[i + n] = B[i // 8, A[i]] + T.if_then_else(n < 2, A[n], 0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "int32"), B: T.Buffer((8, 8), "int32"), n: T.int32):
        for i in range(64):
            assert 0 <= i and i < 64, ("RuntimeError", ["OUT OF THE BOUNDS of A"])
            assert 0 <= i // 8 and i // 8 < 8 and (0 <= A[i] and A[i] < 8), ("RuntimeError", ["OUT OF THE BOUNDS of B"])
            assert 0 <= i + n and i + n < 64, ("RuntimeError", ["OUT OF THE BOUNDS of A"])
            A[i + n] = B[i // 8, A[i]] + T.if_then_else(n < 2, A[n], 0)
