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
