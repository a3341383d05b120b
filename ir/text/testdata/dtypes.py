# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((16,), "float16"), B: T.Buffer((16,), "uint8"), C: T.Buffer((16,), "bfloat16"), D: T.Buffer((4,), "float8_e4m3fn"), E: T.Buffer((4,), "bool")):
        A[0] = T.float16(1.5)
        B[0] = T.uint8(255)
        C[0] = T.Cast("bfloat16", A[0])
        D[0] = T.Cast("float8_e4m3fn", A[0])
        E[0] = T.bool(True)
        E[1] = A[0] < A[1]
        E[2] = T.isnan(T.Cast("float32", A[0])) or T.likely(E[0])
        T.tvm_storage_sync("shared", T.bool(False), -1)
        T.address_of(A[2])
        A[3] = A[0]
        T.tvm_access_ptr(T.type_annotation("float16"), A.data, 0, 16, 1)
        A[4] = T.float16(65504.0)
        A[5] = T.tanh(A[5])
        B[1] = T.Cast("uint8", T.q_multiply_shift(T.Cast("int32", B[0]), 3, 31, 2))
