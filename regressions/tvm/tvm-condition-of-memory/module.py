# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((3,), "int32"), y: T.Buffer((3,), "int32")):
        for i in range(3):
            y[i] = 0
        if y[0] < 2:
            for i in range(3):
                if y[0] < 2:
                    y[0] = y[0] + 1

    @R.function
    def main(x: R.Tensor((3,), dtype="int32")) -> R.Tensor((3,), dtype="int32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((3,), dtype="int32"))
        return gv
