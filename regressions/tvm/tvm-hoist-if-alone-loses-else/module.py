# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def branches(x: T.Buffer((3,), "int32"), y: T.Buffer((3, 3), "int32")):
        for j, i in T.grid(3, 3):
            if i > x[0]:
                if j < 2:
                    y[j, i] = 0
            else:
                y[j, i] = 0

    @R.function
    def main(x: R.Tensor((3,), dtype="int32")) -> R.Tensor((3, 3), dtype="int32"):
        cls = Module
        gv = R.call_tir(cls.branches, (x,), out_ty=R.Tensor((3, 3), dtype="int32"))
        return gv
