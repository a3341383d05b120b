# RUN: LazyTransformParams
# Outputs that a match_cast is the last to mention, or makes.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(s: R.Tensor((4,), "float32"), t: R.Tensor((4,), "float32")):
        u = R.match_cast(s, R.Tensor((4,), "float32"))
        v = R.negative(t)
        w = R.match_cast(v, R.Tensor((4,), "float32"))
        gv = (s, s, u, v, w)
        return gv
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main_transform_params() -> R.Tuple:
        gv: R.Any = R.call_packed("get_item", 0, ty_args=(R.Any,))
        s: R.Tensor((4,), dtype="float32") = R.match_cast(gv, R.Tensor((4,), dtype="float32"))
        u: R.Tensor((4,), dtype="float32") = R.match_cast(s, R.Tensor((4,), dtype="float32"))
        _: R.Any = R.call_packed("set_item", 2, u, ty_args=(R.Any,))
        __1: R.Any = R.call_packed("set_item", 0, s, ty_args=(R.Any,))
        __2: R.Any = R.call_packed("set_item", 1, s, ty_args=(R.Any,))
        gv_1: R.Any = R.call_packed("get_item", 1, ty_args=(R.Any,))
        t: R.Tensor((4,), dtype="float32") = R.match_cast(gv_1, R.Tensor((4,), dtype="float32"))
        v: R.Tensor((4,), dtype="float32") = R.negative(t)
        w: R.Tensor((4,), dtype="float32") = R.match_cast(v, R.Tensor((4,), dtype="float32"))
        __3: R.Any = R.call_packed("set_item", 4, w, ty_args=(R.Any,))
        __4: R.Any = R.call_packed("set_item", 3, v, ty_args=(R.Any,))
        R.tuple()
        return R.tuple()
