# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), n: T.int64):
        for i in range(16):
            A[i] = T.Select(i < 8, A[i], T.float32(0.0))
            A[i] = T.if_then_else(i < 8 and not i == 3 or n > T.int64(4), A[i], T.float32(0.0))
            A[i] = T.exp(A[i]) + T.sigmoid(A[i]) * T.max(A[i], T.float32(1.0)) - T.min(A[i], T.float32(0.5))
            A[i] = T.Cast("float32", B[i]) / T.float32(3.0)
            B[i] = T.Div(B[i], 3) + T.truncmod(B[i], 3) + B[i] // 3 + B[i] % 3
            B[i] = T.shift_left(B[i], 2) + T.shift_right(B[i], 1) + T.bitwise_and(B[i], 7) + T.bitwise_not(B[i])
            B[i] = T.call_extern("int32", "foo", B[i], A[i])
            B[i] = T.popcount(B[i]) + T.clz(B[i])
            A[i] = T.pow(A[i], T.float32(2.0)) + T.fabs(A[i]) + T.floor(A[i]) + T.nearbyint(A[i])
            T.call_packed("f", A.data, B[i])
            T.call_extern("void", "bar")
            B[i] = T.Select(B[i] >= 0, B[i], 0 - B[i])
            B[i] = T.reinterpret("int32", A[i])
            assert B[i] > 0, ("RuntimeError", ["msg"])
