from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def kernel(A: T.Buffer((1,), "float32")):
        A[0] = T.float32(1)

    @T.prim_func(private=True)
    def kernel0(A: T.Buffer((1,), "float32")):
        A[0] = T.float32(2)

    @R.function(private=True)
    def kernel1(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x
