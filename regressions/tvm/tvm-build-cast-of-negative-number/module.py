# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((1,), "uint32"), y: T.Buffer((1,), "uint32")):
        y[0] = x[0] + T.Cast("uint32", T.Cast("int32", T.int64(-1)))

    @R.function
    def main(x: R.Tensor((1,), dtype="uint32")) -> R.Tensor((1,), dtype="uint32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((1,), dtype="uint32"))
        return gv
