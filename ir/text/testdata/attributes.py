# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((128,), "float32")):
        with T.attr(A.data, "some_key", 1):
            A[0] = T.float32(0.0)
        with T.attr({"a": 1, "b": 2}):
            A[1] = T.float32(0.0)
