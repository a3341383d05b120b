# RUN: VMShapeLower{"emit_err_ctx":false}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32"), y: R.Tensor(ndim=2)) -> R.Shape(ndim=3):
        n = T.int64()
        m = T.int64()
        R.func_attr({"relax.force_pure": True})
        k = T.int64()
        z: R.Tensor((k, k * n + 1)) = R.match_cast(y, R.Tensor((k, k * n + 1)))
        return R.shape([k * n + 1, m, 2])

    @R.function
    def other(p: R.Tuple(R.Tensor((2, "a"), dtype="int32"), R.Shape(["a"])), f: R.Callable) -> R.Tensor((2, "a"), dtype="int32"):
        a = T.int64()
        R.func_attr({"relax.force_pure": True})
        q: R.Tensor((2, a), dtype="int32") = p[0]
        return q
