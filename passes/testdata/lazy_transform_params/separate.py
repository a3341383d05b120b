# RUN: LazyTransformParams
# Weights as parameters: each is fetched before its first use, outputs go as soon as nothing else needs them, constants last.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32"), v: R.Tensor((3, 4), "float32")) -> R.Tuple(R.Tensor((4, 3), "float32"), R.Tensor((3, 4), "float32"), R.Tensor((), "float32")):
        R.func_attr({"num_input": 1, "relax.force_pure": True})
        a = R.permute_dims(w)
        b = R.add(v, v)
        o = (a, b, R.const(1.0, "float32"))
        return o

    @R.function
    def other(x: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main_transform_params(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple:
        R.func_attr({"num_input": 1})
        gv: R.Any = R.call_packed("get_item", 0, ty_args=(R.Any,))
        w: R.Tensor((3, 4), dtype="float32") = R.match_cast(gv, R.Tensor((3, 4), dtype="float32"))
        a: R.Tensor((4, 3), dtype="float32") = R.permute_dims(w, axes=None)
        _: R.Any = R.call_packed("set_item", 0, a, ty_args=(R.Any,))
        gv_1: R.Any = R.call_packed("get_item", 1, ty_args=(R.Any,))
        v: R.Tensor((3, 4), dtype="float32") = R.match_cast(gv_1, R.Tensor((3, 4), dtype="float32"))
        b: R.Tensor((3, 4), dtype="float32") = R.add(v, v)
        __1: R.Any = R.call_packed("set_item", 1, b, ty_args=(R.Any,))
        R.tuple()
        __2: R.Any = R.call_packed("set_item", 2, R.const(1.0, "float32"), ty_args=(R.Any,))
        return R.tuple()

    @R.function
    def other(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        return x
