# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer(("m",), "float32")):
        m = T.int32()
        x[0] = T.float32(0.0)

    @R.function
    def main(s: R.Shape(["m"])) -> R.Shape(["m"]):
        m = T.int64()
        return s
