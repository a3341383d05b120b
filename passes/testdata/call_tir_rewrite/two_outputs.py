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
