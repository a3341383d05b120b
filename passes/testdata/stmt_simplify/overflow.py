# RUN: StmtSimplify
# Products of values that are anything may overflow in each width, and so may a size beside one; then a division that
# undoes them stays, and so does a comparison.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, X: T.Buffer((4,), "int64"), Y: T.Buffer((4,), "int64"), U: T.Buffer((4,), "uint64"), B: T.Buffer((4,), "int32"), Z: T.Buffer((4,), "int64"), V: T.Buffer((4,), "uint64")):
        n = T.int32()
        A = T.match_buffer(a, (n,), "int32")
        for i in range(4):
            Z[i] = X[i] * Y[i] * T.int64(4) // T.int64(4)
            V[i] = U[i] * U[3] * T.uint64(4) // T.uint64(4)
            B[i] = A[0] * n * 4 // 4
            if A[0] < A[0] + n:
                B[i] = B[i] + 1
            if n < n + i + 1:
                B[i] = i * n * 4 // 4
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "int32"), X: T.Buffer((4,), "int64"), Y: T.Buffer((4,), "int64"), U: T.Buffer((4,), "uint64"), B: T.Buffer((4,), "int32"), Z: T.Buffer((4,), "int64"), V: T.Buffer((4,), "uint64")):
        n = T.int32()
        for i in range(4):
            Z[i] = X[i] * Y[i] * T.int64(4) // T.int64(4)
            V[i] = U[i] * U[3] * T.uint64(4) // T.uint64(4)
            B[i] = A[0] * n * 4 // 4
            if A[0] < A[0] + n:
                B[i] = B[i] + 1
            if n < n + i + 1:
                B[i] = i * n
