# RUN: CanonicalizeBindings
# A constant that is compared with a size is of that size from then on; one that is cast to less takes its name's place.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("p",), "float32")) -> R.Tuple(R.Tensor(("p",), "float32"), R.Tensor(ndim=1, dtype="float32")):
        p = T.int64()
        a = R.match_cast(R.const([1.0], "float32"), R.Tensor((p,), "float32"))
        b = R.negative(a)
        c = R.match_cast(R.const([1.0], "float32"), R.Tensor(ndim=1, dtype="float32"))
        d = R.negative(c)
        return (b, d)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("p",), dtype="float32")) -> R.Tuple(R.Tensor(("p",), dtype="float32"), R.Tensor((1,), dtype="float32")):
        p = T.int64()
        a: R.Tensor((p,), dtype="float32") = R.match_cast(R.const([1.0], "float32"), R.Tensor((p,), dtype="float32"))
        b: R.Tensor((p,), dtype="float32") = R.negative(a)
        c: R.Tensor(dtype="float32", ndim=1) = R.match_cast(R.const([1.0], "float32"), R.Tensor(dtype="float32", ndim=1))
        d: R.Tensor((1,), dtype="float32") = R.negative(R.const([1.0], "float32"))
        return (b, d)
