# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((1,), "bfloat16"), y: T.Buffer((1,), "bfloat16")):
        t: T.let[T.bfloat16] = T.bfloat16(0.0)
        y[0] = t

    @R.function
    def main(x: R.Tensor((1,), dtype="bfloat16")) -> R.Tensor((1,), dtype="bfloat16"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((1,), dtype="bfloat16"))
        return gv
