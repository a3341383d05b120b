from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(dtype="float32", ndim=1), c: R.Tensor((), dtype="bool")) -> R.Tensor(dtype="float32", ndim=1):
        if c:
            d = T.int64()
            x1 = R.match_cast(x, R.Tensor((d,), "float32"))
            if c:
                z = R.zeros(R.shape([d + 1]), dtype="float32")
                r = R.add(z, z)
            else:
                z1 = R.zeros(R.shape([d + 1]), dtype="float32")
                r = R.exp(z1)
            q = R.exp(r)
        else:
            q = R.const([1, 2], "float32")
        return q
