# RUN: HoistIfThenElse
# Loops of no, of one and of a symbolic number of iterations; iterations that do not divide; a condition on what a loop inside binds.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32, m: T.int32):
        for i in range(0):
            if m < 2:
                B[i] = A[i]
        for i in range(1):
            if m < 3:
                B[i] = A[i]
        for i in range(n):
            if m < 4:
                B[i] = A[i]
        for i in range(n):
            for j in range(n - i):
                if i + m < 5:
                    B[j] = A[i]
        for i, j in T.grid(4, 4):
            if i * 4 + j < 14:
                if m < 6:
                    B[i * 4 + j] = A[i * 4 + j]
        for i in range(4):
            while B[i] < T.float32(1):
                if m < 7:
                    B[i] = B[i] + T.float32(1)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32, m: T.int32):
        if m < 3:
            for i in range(1):
                B[0] = A[0]
        if m < 4:
            for i in range(n):
                B[i] = A[i]
        for i in range(n):
            if i + m < 5:
                for j in range(n - i):
                    B[j] = A[i]
        for i, j in T.grid(4, 4):
            if i * 4 + j < 14:
                if m < 6:
                    B[i * 4 + j] = A[i * 4 + j]
        for i in range(4):
            while B[i] < T.float32(1.0):
                if m < 7:
                    B[i] = B[i] + T.float32(1.0)
