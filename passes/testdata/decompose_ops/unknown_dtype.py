# RUN: DecomposeOpsForInference
# What its parts would be computed in is not known.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 4, 4)), g: R.Tensor((3,)), b: R.Tensor((3,)), m: R.Tensor((3,)), v: R.Tensor((3,))):
        y = R.nn.batch_norm(x, g, b, m, v, axis=1)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 4, 4)), g: R.Tensor((3,)), b: R.Tensor((3,)), m: R.Tensor((3,)), v: R.Tensor((3,))) -> R.Tuple(R.Tensor((2, 3, 4, 4)), R.Tensor((3,)), R.Tensor((3,))):
        y: R.Tuple(R.Tensor((2, 3, 4, 4)), R.Tensor((3,)), R.Tensor((3,))) = R.nn.batch_norm(x, g, b, m, v, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
        return y
