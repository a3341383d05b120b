# RUN: LegalizeOps,RewriteDataflowReshape
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 6), dtype="float32")) -> R.Tensor((6, "n"), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            a = R.reshape(x, R.shape([n, 2, 3]))
            b = R.expand_dims(a, axis=[0])
            c = R.reshape(b, R.shape([n * 6]))
            d = R.permute_dims(x)
            e = R.reshape(c, R.shape([6, n]))
            f = R.add(d, e)
            R.output(f)
        return f
