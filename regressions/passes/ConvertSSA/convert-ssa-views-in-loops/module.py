from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def views(a: T.Buffer((8,), "int32"), y: T.Buffer((16,), "int32")):
        for i in range(16):
            y[i] = a[i // 2]
        for i in range(8):
            b = T.decl_buffer((1,), "int32", data=y.data, elem_offset=i * 2)
            b[0] = b[0] + 2
        for i in range(8):
            b = T.decl_buffer((1,), "int32", data=y.data, elem_offset=i * 2)
            b[0] = b[0] + 2

    @R.function
    def main(a: R.Tensor((8,), "int32")):
        cls = Module
        return R.call_tir(cls.views, (a,), out_ty=R.Tensor((16,), "int32"))
