from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def sized(x: R.Tensor(("p", "q"), "float32")) -> R.Tensor(("q * p * 2",), "float32"):
        p = T.int64()
        q = T.int64()
        y = R.exp(x)
        z = R.reshape(y, R.shape([q * p]))
        d = R.concat((z, z))
        e = R.broadcast_to(d, R.shape([q * p * 2]))
        return e

    @R.function
    def main(x: R.Tensor(("k", 3), "float32")):
        k = T.int64()
        cls = Module
        y = cls.sized(x)
        return R.add(y, y)
