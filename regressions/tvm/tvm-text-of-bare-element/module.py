# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def branches(x: T.Buffer((1,), "int8"), y: T.Buffer((1, 1), "int8")):
        y[0, 0] = x[0]

    @R.function
    def main(x: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        return x
