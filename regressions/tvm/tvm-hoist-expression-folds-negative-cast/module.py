# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(y: T.Buffer((1,), "uint32")):
        y[0] = T.Cast("uint32", T.Cast("bfloat16", T.float32(-1.75)))

    @R.function
    def main(s: R.Shape([1])) -> R.Shape([1]):
        return s
