# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="int64")) -> R.Tensor((2, 4, 3), dtype="float32"):
        y: R.Tensor((2, 4, 3), dtype="float32") = R.one_hot(x, T.float32(1.0), T.float32(0.0), depth=4, axis=-2)
        return y
