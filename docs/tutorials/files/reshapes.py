from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tuple(R.Tensor(("n * 4",), dtype="float32"), R.Tensor(("n", 4), dtype="float32")):
        n = T.int64()
        a = R.reshape(x, R.shape([2, n * 2]))
        b = R.reshape(a, R.shape([4, n]))
        c = R.reshape(b, R.shape([n * 4]))
        d = R.reshape(x, R.shape([n, 4]))
        e = R.exp(d)
        return (c, e)
