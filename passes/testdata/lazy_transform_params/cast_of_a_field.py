# RUN: LazyTransformParams
# A cast takes a weight right out of the tuple.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(T.int64, R.Tensor(dtype="float32", ndim=2))) -> R.Tuple(R.Tensor(dtype="float32", ndim=2)):
        n: T.int64 = model_params[0]
        x: R.Tensor((n, n), dtype="float32") = R.match_cast(model_params[1], R.Tensor((n, n), dtype="float32"))
        y = R.add(x, x)
        output: R.Tuple(R.Tensor((n, n), dtype="float32")) = (y,)
        return output
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main_transform_params() -> R.Tuple:
        gv: R.Any = R.call_packed("get_item", 0, ty_args=(R.Any,))
        n: T.int64 = R.match_cast(gv, T.int64)
        n_1: T.int64 = n
        R.vm.kill_object(n_1)
        gv_1: R.Any = R.call_packed("get_item", 1, ty_args=(R.Any,))
        x: R.Tensor((n_1, n_1), dtype="float32") = R.match_cast(gv_1, R.Tensor((n_1, n_1), dtype="float32"))
        y: R.Tensor((n_1, n_1), dtype="float32") = R.add(x, x)
        R.vm.kill_object(x)
        _: R.Any = R.call_packed("set_item", 0, y, ty_args=(R.Any,))
        R.tuple()
        return R.tuple()
