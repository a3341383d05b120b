from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def count(a: T.Buffer((3,), "int32"), y: T.Buffer((1,), "int32")):
        y[0] = 0
        if y[0] < 2:
            for i in range(8):
                if y[0] < 2:
                    y[0] = y[0] + 1

    @R.function
    def main(a: R.Tensor((3,), "int32")):
        cls = Module
        return R.call_tir(cls.count, (a,), out_ty=R.Tensor((1,), "int32"))
