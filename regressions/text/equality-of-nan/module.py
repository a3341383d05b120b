from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fill(y: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("y"):
                v = T.axis.spatial(4, i)
                y[v] = T.float32("nan")

    @R.function
    def main() -> R.Tensor((4,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.fill, R.tuple(), out_ty=R.Tensor((4,), dtype="float32"))
        return y
