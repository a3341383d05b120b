# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def a_helper(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x

    @T.prim_func(private=True, s_tir=True)
    def inner_beside(y: T.Buffer((1,), "float32")):
        y[0] = T.float32("nan")

    @T.prim_func(private=True, s_tir=True)
    def outer_beside(y: T.Buffer((1,), "float32")):
        Module.inner_beside(y.data)

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x
