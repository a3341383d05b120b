# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def carried(x: T.Buffer((12,), "int8"), y: T.Buffer((12,), "int8")):
        # with T.sblock("root"):
        for i in range(12):
            with T.sblock("t"):
                T.reads(x[T.min(i, 0):T.min(i, 0) + (T.max(i, 0) + 1 - T.min(i, 0))])
                T.writes(y[i])
                y[i] = x[i] * x[0]

    @R.function
    def main(x: R.Tensor((12,), dtype="int8")) -> R.Tensor((12,), dtype="int8"):
        cls = Module
        gv = R.call_tir(cls.carried, (x,), out_ty=R.Tensor((12,), dtype="int8"))
        return gv
