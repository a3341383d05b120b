# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
        T.func_attr({"op_pattern": 0})
        A = T.alloc_buffer((4,), "int32")
        for i in range(4):
            A[i] = T.if_then_else(i < 3, C[i], 7)
        for i in range(4):
            T.evaluate(T.assume(i < 3 or A[i] == 7))
        A[3] = 5
        for i in range(4):
            B[i] = T.if_then_else(3 <= i, 7, A[i])
