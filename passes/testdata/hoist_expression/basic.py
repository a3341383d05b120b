# RUN: HoistExpression
# Conditions and bound values leave the loops that do not decide them; what reads memory or may trap stays, and a branch
# beside other statements does.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32, m: T.int32):
        for i in range(4):
            for j in range(4):
                if n < 5:
                    B[j] = A[i]
        for i in range(4):
            for j in range(4):
                x: T.let[T.int32] = i + n
                B[j] = T.if_then_else(i < m and j < 3, A[i], T.float32(0)) + T.Cast("float32", x)
        for i in range(4):
            if i < 2:
                if n < m:
                    B[i] = A[i]
            else:
                B[i] = A[i + 1]
        for j in range(4):
            B[j] = T.Let(A[j] + T.Cast("float32", y), where={y: n * m})
        for j in range(4):
            z: T.let[T.float32] = A[0]
            if 3 // n < 2 and A[1] < z:
                B[j] = A[j]
        for j in range(4):
            if n < 2:
                B[j] = A[j]
            B[j + 4] = A[j]
        for j in range(0):
            if n < 2:
                B[j] = A[j]
        for j in range(1):
            if n < 3:
                B[j] = A[j]
        for j in range(n):
            if m < 3:
                B[j] = A[j]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32, m: T.int32):
        if n < 5:
            for i, j in T.grid(4, 4):
                B[j] = A[i]
        for i in range(4):
            x: T.let[T.int32] = i + n
            if i < m:
                for j in range(4):
                    B[j] = T.if_then_else(j < 3, A[i], T.float32(0.0)) + T.Cast("float32", x)
            else:
                for j in range(4):
                    B[j] = T.Add(T.float32(0.0), T.Cast("float32", x))
        if n < m:
            for i in range(4):
                if i < 2:
                    B[i] = A[i]
                else:
                    B[i] = A[i + 1]
        else:
            for i in range(4):
                if not i < 2:
                    B[i] = A[i + 1]
        y: T.let[T.int32] = n * m
        for j in range(4):
            B[j] = A[j] + T.Cast("float32", y)
        for j in range(4):
            z: T.let[T.float32] = A[0]
            if 3 // n < 2 and A[1] < z:
                B[j] = A[j]
        for j in range(4):
            if n < 2:
                B[j] = A[j]
            B[j + 4] = A[j]
        if n < 3:
            for j in range(1):
                B[0] = A[0]
        if m < 3:
            for j in range(n):
                B[j] = A[j]
