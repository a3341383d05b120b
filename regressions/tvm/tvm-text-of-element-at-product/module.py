# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((1,), "bfloat16"), out0: T.Buffer((1,), "float32")):
        if T.bool(False):
            out0[T.Mul(0, 3)] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="bfloat16")) -> R.Tensor((1,), dtype="bfloat16"):
        return x0
