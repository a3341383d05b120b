from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(ndim=1, dtype="float32")):
        n = T.int64()
        y = R.match_cast(x, R.Tensor((n,), "float32"))
        z = R.zeros(R.shape([n]), "float32")
        return z
