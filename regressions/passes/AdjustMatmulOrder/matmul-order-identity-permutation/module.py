from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(a: R.Tensor((6, 6), dtype="float32"), b: R.Tensor((6, 6), dtype="float32"), c: R.Tensor((6, 1), dtype="float32")) -> R.Tensor((6, 1), dtype="float32"):
        with R.dataflow():
            p = R.matmul(a, b)
            q = R.permute_dims(p, axes=[0, 1])
            y = R.matmul(q, c)
            R.output(y)
        return y
