# RUN: CanonicalizeBindings
# The second cast cannot hold where the first one does.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        p = T.int64()
        l: R.Tensor((p, 3), dtype="float32") = R.match_cast(x, R.Tensor((p, 3), dtype="float32"))
        m: R.Tensor((2, p), dtype="float32") = R.match_cast(x, R.Tensor((2, p), dtype="float32"))
        return m
# ---
# error: match_cast contradicts an earlier one: 'p' cannot have both values
