# RUN: UpdateParamType{"ty_func":{"weight":"R.Tensor((n, 8), 'float32')"}}
# A type may speak of the function's own sizes.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("m", "n"), dtype="float32"), weight: R.Tensor(ndim=2, dtype="float32")) -> R.Tensor(ndim=2, dtype="float32"):
        m, n = T.int64(), T.int64()
        out = R.matmul(x, weight)
        return out
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("m", "n"), dtype="float32"), weight: R.Tensor(("n", 8), dtype="float32")) -> R.Tensor(("m", 8), dtype="float32"):
        m = T.int64()
        n = T.int64()
        out: R.Tensor((m, 8), dtype="float32") = R.matmul(x, weight, out_dtype=None)
        return out
