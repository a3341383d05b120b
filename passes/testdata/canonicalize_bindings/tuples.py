# RUN: CanonicalizeBindings
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16,), dtype="float32"), y: R.Tensor((16,), dtype="float32")) -> R.Tensor((16,), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            pair = (x, y)
            a = pair[0]
            b = a
            c: R.Tensor((n,), dtype="float32") = R.match_cast(b, R.Tensor((n,), dtype="float32"))
            d: R.Tensor((n,), dtype="float32") = R.add(c, c)
            e: R.Tensor((n,), dtype="float32") = d
            R.output(e)
        return e
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16,), dtype="float32"), y: R.Tensor((16,), dtype="float32")) -> R.Tensor((16,), dtype="float32"):
        with R.dataflow():
            pair: R.Tuple(R.Tensor((16,), dtype="float32"), R.Tensor((16,), dtype="float32")) = x, y
            e: R.Tensor((16,), dtype="float32") = R.add(x, x)
            R.output(e)
        return e
