# RUN: LazyTransformParams{"fset_item":null}
# Inputs alone: the result stays.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(w: R.Tensor((3, 4), "float32")) -> R.Tuple(R.Tensor((4, 3), "float32")):
        R.func_attr({"relax.force_pure": True})
        a = R.permute_dims(w)
        o = (a,)
        return o
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main_transform_params() -> R.Tuple(R.Tensor((4, 3), dtype="float32")):
        gv: R.Any = R.call_packed("get_item", 0, ty_args=(R.Any,))
        w: R.Tensor((3, 4), dtype="float32") = R.match_cast(gv, R.Tensor((3, 4), dtype="float32"))
        a: R.Tensor((4, 3), dtype="float32") = R.permute_dims(w, axes=None)
        o: R.Tuple(R.Tensor((4, 3), dtype="float32")) = (a,)
        return o
