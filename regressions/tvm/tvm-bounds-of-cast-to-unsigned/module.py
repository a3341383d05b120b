# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((8,), "int32"), y: T.Buffer((8,), "uint32")):
        for i in range(-4, 4):
            y[i + 4] = T.Cast("uint32", i)

    @R.function
    def main(x: R.Tensor((8,), dtype="int32")) -> R.Tensor((8,), dtype="uint32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((8,), dtype="uint32"))
        return gv
