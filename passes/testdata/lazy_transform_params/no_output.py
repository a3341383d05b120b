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
