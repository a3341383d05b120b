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
