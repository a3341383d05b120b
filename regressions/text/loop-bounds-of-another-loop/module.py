# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def triangle(x: T.Buffer((1,), "int8"), y: T.Buffer((1,), "int8")):
        for j in range(1, 1 + T.Sub(1, 1)):
            y[j] = T.int8(0)

    @R.function
    def main(x: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        return x
