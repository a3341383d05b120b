from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("b", 2, "h", "w"), dtype="float32"), k: R.Tensor((3, 2, 3, 3), dtype="float32")) -> R.Tensor(dtype="float32", ndim=4):
        b = T.int64()
        h = T.int64()
        w = T.int64()
        y = R.nn.conv2d(x, k, padding=[1, 1, 1, 1])
        return y
