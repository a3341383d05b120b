# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(x: T.Buffer((), "float32"), y: T.Buffer((), "float32")):
        with T.sblock("y"):
            T.reads(x[()])
            T.writes(y[()])
            y[()] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        return x
