from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def floors(a: T.Buffer((3,), "int32"), y: T.Buffer((3,), "int32")):
        for i in range(3):
            y[i] = a[i] // 10 + a[i] % 3 * 2

    @R.function
    def main(a: R.Tensor((3,), "int32")):
        cls = Module
        return R.call_tir(cls.floors, (a,), out_ty=R.Tensor((3,), "int32"))
