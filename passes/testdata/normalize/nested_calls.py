# RUN: Normalize
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main(cond: R.Tensor((), dtype="bool"), x: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        if (cond,)[0]:
            y = R.multiply(R.add(x, x), R.add(x, x))
        else:
            y = R.nn.relu((R.exp(x), x)[0])
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main(cond: R.Tensor((), dtype="bool"), x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        if cond:
            gv: R.Tensor((1,), dtype="float32") = R.add(x, x)
            gv1: R.Tensor((1,), dtype="float32") = R.add(x, x)
            y_then: R.Tensor((1,), dtype="float32") = R.multiply(gv, gv1)
            y: R.Tensor((1,), dtype="float32") = y_then
        else:
            gv3: R.Tensor((1,), dtype="float32") = R.exp(x)
            y_else: R.Tensor((1,), dtype="float32") = R.nn.relu(gv3)
            y: R.Tensor((1,), dtype="float32") = y_else
        return y
