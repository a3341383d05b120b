# RUN: RemoveAssume
# What is assumed goes, with loops and branches that hold nothing else; so does what did nothing before.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), n: T.int32):
        T.evaluate(T.assume(n > 2))
        for i in range(16):
            T.evaluate(T.assume(A[i] == T.float32(0)))
        for i in range(16):
            T.evaluate(T.assume(n < 5 or A[i] == T.float32(0)))
            A[i] = A[i] + T.float32(1)
        if n > 3:
            T.evaluate(T.assume(n > 1))

    @T.prim_func
    def did_nothing(A: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(16):
            A[i] = A[i] + T.float32(1)
        for i in range(16):
            T.evaluate(0)
        if n > 3:
            T.evaluate(n)

# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def did_nothing(A: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(16):
            A[i] = A[i] + T.float32(1.0)

    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(16):
            A[i] = A[i] + T.float32(1.0)
