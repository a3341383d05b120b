# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(y: R.Tensor(("b",), dtype="float32")):
        b = T.int64()
        z = R.arange(0, 1 - b, 1, dtype="int64")
        return z
