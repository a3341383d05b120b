# RUN: BundleModelParams{"param_tuple_name":"weights"}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), k: T.int64, v: R.Tensor((k,), dtype="float32")) -> R.Tensor((k,), dtype="float32"):
        R.func_attr({"num_input": 1})
        y = R.add(v, v)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), weights: R.Tuple(T.int64, R.Tensor(dtype="float32", ndim=1))) -> R.Tensor(dtype="float32", ndim=1):
        R.func_attr({"num_input": 1})
        k: T.int64 = weights[0]
        v: R.Tensor((k,), dtype="float32") = R.match_cast(weights[1], R.Tensor((k,), dtype="float32"))
        v_1: R.Tensor((k,), dtype="float32") = R.match_cast(weights[1], R.Tensor((k,), dtype="float32"))
        y: R.Tensor((k,), dtype="float32") = R.add(v, v_1)
        return y
