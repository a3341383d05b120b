# RUN: LowerIntrin
# Loops of no, of one and of a symbolic number of iterations; divisors of one, of minus one, of the least number; floats stay.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "int32"), F: T.Buffer((64,), "float32"), n: T.int32, m: T.int32):
        for i in range(0):
            A[i // 3] = i % 3
        for i in range(1):
            A[i // 3] = (i - 1) // 3
        for i in range(n):
            A[i // 3] = (i - 5) % 3 + i // n
        A[0] = m // 1 + m % 1
        A[1] = m // -1 + m % -1
        A[2] = m // -2147483648 + m % -2147483648
        A[3] = m // -8 + m % -3
        F[0] = T.floor(F[1]) / F[2]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "int32"), F: T.Buffer((64,), "float32"), n: T.int32, m: T.int32):
        for i in range(0):
            A[T.Select(T.truncmod(i, 3) >= 0, T.Div(i, 3), T.Div(i, 3) - 1)] = T.Select(T.truncmod(i, 3) >= 0, T.truncmod(i, 3), T.truncmod(i, 3) + 3)
        for i in range(1):
            A[T.Div(i, 3)] = T.Div(i - 1 + 3, 3) - 1
        for i in range(n):
            A[T.Div(i, 3)] = T.truncmod(i - 5 + 6, 3) + T.Select(n > 0 and T.truncmod(i, n) >= 0 or n < 0 and T.truncmod(i, n) <= 0, T.Div(i, n), T.Div(i, n) - 1)
        A[0] = m
        A[1] = T.Select(T.GT(-1, 0) and T.truncmod(m, -1) >= 0 or T.LT(-1, 0) and T.truncmod(m, -1) <= 0, T.Div(m, -1), T.Div(m, -1) - 1) + T.Select(T.GT(-1, 0) and T.truncmod(m, -1) >= 0 or T.LT(-1, 0) and T.truncmod(m, -1) <= 0, T.truncmod(m, -1), T.truncmod(m, -1) + -1)
        A[2] = T.Select(T.GT(-2147483648, 0) and T.truncmod(m, -2147483648) >= 0 or T.LT(-2147483648, 0) and T.truncmod(m, -2147483648) <= 0, T.Div(m, -2147483648), T.Div(m, -2147483648) - 1) + T.Select(T.GT(-2147483648, 0) and T.truncmod(m, -2147483648) >= 0 or T.LT(-2147483648, 0) and T.truncmod(m, -2147483648) <= 0, T.truncmod(m, -2147483648), T.truncmod(m, -2147483648) + -2147483648)
        A[3] = T.Select(T.GT(-8, 0) and T.truncmod(m, -8) >= 0 or T.LT(-8, 0) and T.truncmod(m, -8) <= 0, T.Div(m, -8), T.Div(m, -8) - 1) + T.Select(T.GT(-3, 0) and T.truncmod(m, -3) >= 0 or T.LT(-3, 0) and T.truncmod(m, -3) <= 0, T.truncmod(m, -3), T.truncmod(m, -3) + -3)
        F[0] = T.floor(F[1]) / F[2]
