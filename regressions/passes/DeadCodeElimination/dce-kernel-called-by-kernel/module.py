from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def inner(y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = T.float32(1)

    @T.prim_func(private=True, s_tir=True)
    def outer(y: T.Buffer((4,), "float32")):
        Module.inner(y.data)

    @R.function
    def main() -> R.Tensor((4,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.outer, R.tuple(), out_ty=R.Tensor((4,), dtype="float32"))
        return y
