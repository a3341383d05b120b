# RUN: LegalizeOps
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor(dtype="float32", ndim=2), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="float32"):
        a = R.add(x, x)
        b = R.builtin.stop_lift_params(a)
        t = R.tensor_to_shape(s)
        R.print(x, format=R.str("{}"))
        return b
