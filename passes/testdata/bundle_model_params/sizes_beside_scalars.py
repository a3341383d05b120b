# RUN: BundleModelParams
# What the type of a parameter would tell of sizes, but for a scalar in it that is in the tuple as well, a cast tells; the signature does not.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(y: R.Tensor(("n * 2",), dtype="float32"), x: R.Tensor((1, "m", "n"), dtype="float32"), m: T.int64) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        R.func_attr({"num_input": 0})
        z = R.zeros(R.shape([n]), dtype="float32")
        w = R.add(y, y)
        return z

    @R.function
    def told_elsewhere(m: T.int64, x: R.Tensor((1, "m", "n"), dtype="float32"), y: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        R.func_attr({"num_input": 0})
        z = R.zeros(R.shape([n]), dtype="float32")
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def told_elsewhere(model_params: R.Tuple(T.int64, R.Tensor(dtype="float32", ndim=3), R.Tensor(("n",), dtype="float32"))) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        R.func_attr({"num_input": 0})
        m: T.int64 = model_params[0]
        z: R.Tensor((n,), dtype="float32") = R.zeros(R.shape([n]), dtype="float32")
        return z

    @R.function
    def main(model_params: R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=3), T.int64)) -> R.Tensor(dtype="float32", ndim=1):
        R.func_attr({"num_input": 0})
        n = T.int64()
        m: T.int64 = model_params[2]
        x: R.Tensor((1, m, n), dtype="float32") = R.match_cast(model_params[1], R.Tensor((1, m, n), dtype="float32"))
        y: R.Tensor((n * 2,), dtype="float32") = R.match_cast(model_params[0], R.Tensor((n * 2,), dtype="float32"))
        z: R.Tensor((n,), dtype="float32") = R.zeros(R.shape([n]), dtype="float32")
        w: R.Tensor((n * 2,), dtype="float32") = R.add(y, y)
        return z
