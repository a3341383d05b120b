# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def residues(a: T.Buffer((1,), "int32"), y: T.Buffer((1,), "int32")):
        y[0] = 1

    @R.function
    def main(a: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        return a
