# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float4_e2m1fn")):
        y[0] = T.Cast("float4_e2m1fn", x[0])

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float4_e2m1fn"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((1,), dtype="float4_e2m1fn"))
        return gv
