from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 4), dtype="float32")) -> R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tensor((3, 4), dtype="float32")):
        s = R.exp(x)
        l = R.match_cast(s, R.Tensor((3, 4), dtype="float32"))
        r = R.negative(x)
        t = R.exp(r)
        k = R.add(t, t)
        u = R.negative(l)
        return (u, k)
