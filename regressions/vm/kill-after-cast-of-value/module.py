from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        p = T.int64()
        s = R.nonzero(x)
        l = R.match_cast(s, R.Tensor((1, p), "int64"))
        t = R.exp(x)
        u = R.add(l, l)
        return (u, t)
