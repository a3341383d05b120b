# RUN: CallTIRRewrite
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), k: R.Prim("int64")) -> R.Tuple(R.Tensor(("n", 4), dtype="float32"), R.Tensor((2,), dtype="int32")):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        y = R.call_dps_packed("split.both", (x, n), out_ty=[R.Tensor((n, 4), dtype="float32"), R.Tensor((2,), dtype="int32")])
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), k: T.int64) -> R.Tuple(R.Tensor(("n", 4), dtype="float32"), R.Tensor((2,), dtype="int32")):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        alloc: R.Tensor((n, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([n, 4]), R.dtype("float32"), 0, R.str("global"), ty_args=(R.Tensor((n, 4), dtype="float32"),))
        alloc_1: R.Tensor((2,), dtype="int32") = R.builtin.alloc_tensor(R.shape([2]), R.dtype("int32"), 0, R.str("global"), ty_args=(R.Tensor((2,), dtype="int32"),))
        _: R.Any = R.call_packed("split.both", x, n, alloc, alloc_1)
        y: R.Tuple(R.Tensor((n, 4), dtype="float32"), R.Tensor((2,), dtype="int32")) = alloc, alloc_1
        return y
