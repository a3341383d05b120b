# RUN: CanonicalizeBindings
# What a match_cast finds out holds behind it, also in the types of calls.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), y: R.Tensor(ndim=1, dtype="float32")):
        n = T.int64()
        m = T.int64()
        k = T.int64()
        z = R.match_cast(y, R.Tensor((m,), dtype="float32"))
        w = R.match_cast(x, R.Tensor((k,), dtype="float32"))
        o = R.call_dps_packed("fill", (w,), out_ty=R.Tensor((k, m), dtype="float32"))
        e = R.zeros(R.shape([k, 2]), dtype="float32")
        f = R.exp(w)
        return (z, o, e, f)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), y: R.Tensor(dtype="float32", ndim=1)) -> R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=2), R.Tensor(("n", 2), dtype="float32"), R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        m = T.int64()
        z: R.Tensor((m,), dtype="float32") = R.match_cast(y, R.Tensor((m,), dtype="float32"))
        o = R.call_dps_packed("fill", (x,), out_ty=R.Tensor((n, m), dtype="float32"))
        e: R.Tensor((n, 2), dtype="float32") = R.zeros(R.shape([n, 2]), dtype="float32")
        f: R.Tensor((n,), dtype="float32") = R.exp(x)
        return (z, o, e, f)
