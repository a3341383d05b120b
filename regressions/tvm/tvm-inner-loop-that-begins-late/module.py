# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def triangle(x: T.Buffer((12,), "float32"), y: T.Buffer((12,), "float32")):
        for i in range(12):
            y[i] = T.float32(1.0)
        for i in range(4, 12):
            for j in range(3, 3 + (i - 3)):
                y[j] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((12,), dtype="float32")) -> R.Tensor((12,), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.triangle, (x,), out_ty=R.Tensor((12,), dtype="float32"))
        return gv
