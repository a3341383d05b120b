# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((4,), "float32"), out0: T.Buffer((4,), "float32")):
        out0[0:4] = T.Select(T.isnan(a0[0:4]), T.Broadcast(T.float32(1.0), 4), T.Broadcast(T.float32(2.0), 4))
