from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((2, 2), dtype="float32"):
        with R.dataflow():
            a = R.matmul(x, R.const([[1.0, 2.0], [3.0, 4.0]], "float32"))
            b = R.matmul(x, R.const([[5.0, 6.0], [7.0, 8.0]], "float32"))
            c = R.subtract(a, b)
            R.output(c)
        return c
