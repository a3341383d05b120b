# RUN: ComputePrimValue
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        R.assert_op(n % 8 == 0, format=R.str("n is a multiple of 8"))
        R.assert_op(n % 8 == 0, format=R.str("still"))
        return x
