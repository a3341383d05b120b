# A weight with an update of low rank, merged or not.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 4), "float32"), w: R.Tensor((4, 5), "float32"), a: R.Tensor((4, 2), "float32"), b: R.Tensor((2, 5), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            ab = R.matmul(a, b)
            merged = R.add(w, ab)
            y = R.matmul(x, merged)
            beside = R.matmul(R.matmul(x, a), b)
            z = R.subtract(y, beside)
            R.output(z)
        return z
