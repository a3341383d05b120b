# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def guarded(x: T.Buffer((2,), "int32"), y: T.Buffer((2,), "int32")):
        for i in range(2):
            a: T.let[T.int32] = 0
            y[i] = T.if_then_else(a != 0, 100 // a, 7) + T.if_then_else(a != 0, 100 // a, 1)

    @R.function
    def main(x: R.Tensor((2,), dtype="int32")) -> R.Tensor((2,), dtype="int32"):
        cls = Module
        gv = R.call_tir(cls.guarded, (x,), out_ty=R.Tensor((2,), dtype="int32"))
        return gv
