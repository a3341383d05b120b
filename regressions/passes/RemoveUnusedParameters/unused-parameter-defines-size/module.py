from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def sized(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor(("n * m",), "float32")) -> R.Tensor(("n * m",), "float32"):
        n = T.int64()
        m = T.int64()
        z = R.exp(y)
        w = R.zeros(R.shape([n * m]), "float32")
        return R.add(z, w)

    @R.function
    def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((6,), "float32")):
        cls = Module
        return cls.sized(x, y)
