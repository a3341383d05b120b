# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, "n", 1), dtype="float64")) -> R.Tensor((1, 1, "n", 1), dtype="float64"):
        n = T.int64()
        return x1
