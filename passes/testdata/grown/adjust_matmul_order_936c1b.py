# RUN: AdjustMatmulOrder
# What an If gives is a weight where its branches compute it of weights.
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), b: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 1})
        if R.const(False, "bool"):
            gv: R.Tensor((1, 1), dtype="float32") = R.permute_dims(b, axes=None)
            t: R.Tensor((1, 1), dtype="float32") = gv
        else:
            gv: R.Tensor((1, 1), dtype="float32") = R.permute_dims(b, axes=None)
            t: R.Tensor((1, 1), dtype="float32") = gv
        y: R.Tensor((1, 1), dtype="float32") = R.matmul(x, t, out_dtype=None)
        z: R.Tensor((1, 1), dtype="float32") = R.matmul(y, b, out_dtype=None)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), b: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 1})
        if R.const(False, "bool"):
            gv: R.Tensor((1, 1), dtype="float32") = R.permute_dims(b, axes=None)
            t: R.Tensor((1, 1), dtype="float32") = gv
        else:
            gv: R.Tensor((1, 1), dtype="float32") = R.permute_dims(b, axes=None)
            t: R.Tensor((1, 1), dtype="float32") = gv
        gv: R.Tensor((1, 1), dtype="float32") = R.matmul(t, b, out_dtype=None)
        z: R.Tensor((1, 1), dtype="float32") = R.matmul(x, gv, out_dtype=None)
        return z
