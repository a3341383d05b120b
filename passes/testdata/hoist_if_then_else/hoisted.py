# RUN: HoistIfThenElse
# As far out as the condition allows; one that reads memory, may trap, or is not all of the loop stays.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(3):
            for j in range(3):
                if n < 5:
                    B[i] = A[j]
        for i in range(3):
            for j in range(3):
                if i < n:
                    B[i] = A[j]
                else:
                    B[j] = A[i]
        for i in range(3):
            for j in range(3):
                if A[i] < T.float32(3):
                    B[i] = A[j]
        for j in range(3):
            if 3 // n < 2:
                B[j] = A[j]
        for j in range(3):
            if n < 2:
                B[j] = A[j]
            B[j + 3] = A[j]
        for j in T.vectorized(4):
            if n < 2:
                B[j] = A[j]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        if n < 5:
            for i, j in T.grid(3, 3):
                B[i] = A[j]
        for i in range(3):
            if i < n:
                for j in range(3):
                    B[i] = A[j]
            else:
                for j in range(3):
                    B[j] = A[i]
        for i, j in T.grid(3, 3):
            if A[i] < T.float32(3.0):
                B[i] = A[j]
        for j in range(3):
            if 3 // n < 2:
                B[j] = A[j]
        for j in range(3):
            if n < 2:
                B[j] = A[j]
            B[j + 3] = A[j]
        for j in T.vectorized(4):
            if n < 2:
                B[j] = A[j]
