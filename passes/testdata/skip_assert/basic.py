# RUN: SkipAssert
# At the beginning, in a loop, alone in a branch; what is computed stays.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), n: T.int32):
        assert n > 2, "n is small"
        for i in range(16):
            assert i < n, "out of range"
            A[i] = T.float32(1)
        if n > 3:
            assert n > 4, "n is four"

    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.sblock("b"):
                v = T.axis.spatial(16, i)
                assert A[v] > T.float32(0), "not positive"
                B[v] = T.sqrt(A[v])

    @T.prim_func
    def nothing_else(n: T.int32):
        assert n > 0, "n is not positive"

# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.sblock("root"):
        for i in range(16):
            with T.sblock("b"):
                v = T.axis.spatial(16, i)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = T.sqrt(A[v])

    @T.prim_func
    def nothing_else(n: T.int32):
        T.evaluate(0)

    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(16):
            A[i] = T.float32(1.0)
        if n > 3:
            T.evaluate(0)
