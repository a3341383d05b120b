# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((1,), "int32"), y: T.Buffer((1,), "int32")):
        for j in T.vectorized(4):
            a: T.let[T.int32] = x[j]
            y[0] = T.if_then_else(j < 2, a, 0)

    @R.function
    def main(x: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((1,), dtype="int32"))
        return gv
