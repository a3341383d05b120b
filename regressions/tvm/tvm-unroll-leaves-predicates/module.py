# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((1,), "int32"), y: T.Buffer((1,), "int32")):
        for i in T.unroll(2):
            y.vstore([T.Ramp(0, 1, 4)], T.Broadcast(7, 4), predicate=T.Ramp(i, 1, 4) < T.Broadcast(6, 4))

    @R.function
    def main(x: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((1,), dtype="int32"))
        return gv
