# RUN: LazyTransformParams{"fget_item":"weights.get","fset_item":"weights.set"}
# Weights in one tuple: what is taken out of it is killed after its last use; one output is a weight as it came.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def transform_params(params: R.Tuple(R.Tensor((3, 4), "float32"), R.Tensor(("n", 4), "float32"), R.Shape(["n"]))) -> R.Tuple(R.Tensor((3, 4), "float32"), R.Tensor(("n", 4), "float32")):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        w = params[0]
        v = params[1]
        a = R.add(w, w)
        b = R.multiply(a, w)
        o = (b, v)
        return o
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def transform_params(symbolic_var_holder: R.Shape(["n"])) -> R.Tuple:
        n = T.int64()
        gv: R.Any = R.call_packed("weights.get", 0, ty_args=(R.Any,))
        w: R.Tensor((3, 4), dtype="float32") = R.match_cast(gv, R.Tensor((3, 4), dtype="float32"))
        w_1: R.Tensor((3, 4), dtype="float32") = w
        gv_1: R.Any = R.call_packed("weights.get", 1, ty_args=(R.Any,))
        v: R.Tensor((n, 4), dtype="float32") = R.match_cast(gv_1, R.Tensor((n, 4), dtype="float32"))
        v_1: R.Tensor((n, 4), dtype="float32") = v
        _: R.Any = R.call_packed("weights.set", 1, v_1, ty_args=(R.Any,))
        R.vm.kill_object(v_1)
        a: R.Tensor((3, 4), dtype="float32") = R.add(w_1, w_1)
        b: R.Tensor((3, 4), dtype="float32") = R.multiply(a, w_1)
        R.vm.kill_object(w_1)
        __1: R.Any = R.call_packed("weights.set", 0, b, ty_args=(R.Any,))
        R.tuple()
        return R.tuple()
