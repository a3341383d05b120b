from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 2, 3), dtype="float32"):
        with R.dataflow():
            m = R.exp(x)
            a = R.expand_dims(m, axis=[0])
            b = R.expand_dims(m, axis=[0])
            p = R.multiply(a, b)
            c = R.concat((p, b), axis=0)
            R.output(c)
        return c
