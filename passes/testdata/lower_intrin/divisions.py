# RUN: LowerIntrin
# Powers of two, operands that are not negative, a bound that a multiple of the divisor lifts, one that would overflow, a divisor
# of either sign, unsigned numbers.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "int32"), U: T.Buffer((64,), "uint8"), n: T.int32, m: T.int32):
        for i in range(64):
            A[i // 3] = A[i // 4] + n // 8 + n % 8
            A[i % 5] = (i - 40) // 7 + (i - 40) % 7
            A[0] = A[1] // 7 + A[1] % 7
            A[0] = n // m + n % m
            A[0] = (A[2] // m) // n
            U[i] = U[i] // T.uint8(7)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "int32"), U: T.Buffer((64,), "uint8"), n: T.int32, m: T.int32):
        for i in range(64):
            A[T.Div(i, 3)] = A[T.shift_right(i, 2)] + T.shift_right(n, 3) + T.bitwise_and(n, 7)
            A[T.truncmod(i, 5)] = T.Div(i - 40 + 42, 7) - 6 + T.truncmod(i - 40 + 42, 7)
            a = T.int32()
            a_1 = T.int32()
            A[0] = T.Let(T.Select(T.truncmod(a, 7) >= 0, T.Div(a, 7), T.Div(a, 7) - 1), where={a: A[1]}) + T.Let(T.Select(T.truncmod(a_1, 7) >= 0, T.truncmod(a_1, 7), T.truncmod(a_1, 7) + 7), where={a_1: A[1]})
            A[0] = T.Select(m > 0 and T.truncmod(n, m) >= 0 or m < 0 and T.truncmod(n, m) <= 0, T.Div(n, m), T.Div(n, m) - 1) + T.Select(m > 0 and T.truncmod(n, m) >= 0 or m < 0 and T.truncmod(n, m) <= 0, T.truncmod(n, m), T.truncmod(n, m) + m)
            a_2 = T.int32()
            a_3 = T.int32()
            A[0] = T.Let(T.Select(n > 0 and T.truncmod(a_3, n) >= 0 or n < 0 and T.truncmod(a_3, n) <= 0, T.Div(a_3, n), T.Div(a_3, n) - 1), where={a_3: T.Let(T.Select(m > 0 and T.truncmod(a_2, m) >= 0 or m < 0 and T.truncmod(a_2, m) <= 0, T.Div(a_2, m), T.Div(a_2, m) - 1), where={a_2: A[2]})})
            U[i] = T.Div(U[i], T.uint8(7))
