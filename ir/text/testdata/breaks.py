# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((4,), "float32"), n: T.int32):
        for i in range(4):
            if i == n:
                T.break_loop()
            if i == 2:
                T.continue_loop()
            A[i] = T.float32(1.0)
