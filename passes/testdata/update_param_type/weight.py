# RUN: UpdateParamType{"ty_func":{"weight":"R.Tensor((64, 16), 'float32')","other.x":"R.Tensor(dtype='float32', ndim=1)"}}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16,), dtype="float32"), weight: R.Tensor((32, 16), dtype="float32")) -> R.Tensor((32,), dtype="float32"):
        out: R.Tensor((32,), dtype="float32") = R.matmul(weight, x)
        return out

    @R.function
    def other(x: R.Tensor(("n",), dtype="float32"), y: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        out: R.Tensor((n,), dtype="float32") = R.exp(x)
        return out
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def other(x: R.Tensor(dtype="float32", ndim=1), y: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        out: R.Tensor(dtype="float32", ndim=1) = R.exp(x)
        return out

    @R.function
    def main(x: R.Tensor((16,), dtype="float32"), weight: R.Tensor((64, 16), dtype="float32")) -> R.Tensor((64,), dtype="float32"):
        out: R.Tensor((64,), dtype="float32") = R.matmul(weight, x, out_dtype=None)
        return out
