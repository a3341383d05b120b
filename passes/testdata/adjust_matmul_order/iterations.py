# RUN: AdjustMatmulOrder
# What has been replaced is not seen by patterns of the same iteration, and what they see is computed anew.
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def anew(p0: R.Tensor((64, 3), dtype="float32"), p1: R.Tensor((3, 3), dtype="float32"), p2: R.Tensor((3, 3), dtype="float32"), p3: R.Tensor((3, 64), dtype="float32")) -> R.Tensor((3, 64), dtype="float32"):
        with R.dataflow():
            v0 = R.matmul(p0, p1)
            v1 = R.permute_dims(v0)
            v2 = R.matmul(v1, v0)
            v3 = R.matmul(p2, v2)
            v4 = R.matmul(v3, p3)
            R.output(v4)
        return v4

    @R.function
    def blocks(a: R.Tensor((32, 4), dtype="float32"), b: R.Tensor((4, 32), dtype="float32"), x: R.Tensor((2, 32), dtype="float32")) -> R.Tensor((2, 32), dtype="float32"):
        with R.dataflow():
            w = R.matmul(a, b)
            R.output(w)
        return R.matmul(x, w)

    @R.function
    def all_weights(p0: R.Tensor((2, 64), dtype="float32"), p1: R.Tensor((4, 2), dtype="float32"), p2: R.Tensor((64, 2), dtype="float32"), p3: R.Tensor((2, 2), dtype="float32"), p4: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((4, 2), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            v0 = R.matmul(p1, p0)
            v1 = R.matmul(v0, p2)
            v2 = R.matmul(v1, p3)
            v3 = R.matmul(v2, p3)
            v4 = R.matmul(v3, p4)
            R.output(v3, v4)
        return (v3, v4)

    @R.function(pure=False)
    def impure(a: R.Tensor((32, 4), dtype="float32"), b: R.Tensor((4, 32), dtype="float32"), x: R.Tensor((2, 32), dtype="float32")) -> R.Tensor((2, 32), dtype="float32"):
        w = R.matmul(a, b)
        _ = R.print(format="between")
        return R.matmul(x, w)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def all_weights(p0: R.Tensor((2, 64), dtype="float32"), p1: R.Tensor((4, 2), dtype="float32"), p2: R.Tensor((64, 2), dtype="float32"), p3: R.Tensor((2, 2), dtype="float32"), p4: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((4, 2), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            v0: R.Tensor((4, 64), dtype="float32") = R.matmul(p1, p0, out_dtype=None)
            lv: R.Tensor((64, 2), dtype="float32") = R.matmul(p2, p3, out_dtype=None)
            v2: R.Tensor((4, 2), dtype="float32") = R.matmul(v0, lv, out_dtype=None)
            v3: R.Tensor((4, 2), dtype="float32") = R.matmul(v2, p3, out_dtype=None)
            v4: R.Tensor((4,), dtype="float32") = R.matmul(v3, p4, out_dtype=None)
            R.output(v3, v4)
        return (v3, v4)

    @R.function
    def anew(p0: R.Tensor((64, 3), dtype="float32"), p1: R.Tensor((3, 3), dtype="float32"), p2: R.Tensor((3, 3), dtype="float32"), p3: R.Tensor((3, 64), dtype="float32")) -> R.Tensor((3, 64), dtype="float32"):
        with R.dataflow():
            v0: R.Tensor((64, 3), dtype="float32") = R.matmul(p0, p1, out_dtype=None)
            v1: R.Tensor((3, 64), dtype="float32") = R.permute_dims(v0, axes=None)
            v2: R.Tensor((3, 3), dtype="float32") = R.matmul(v1, v0, out_dtype=None)
            v3: R.Tensor((3, 3), dtype="float32") = R.matmul(p2, v2, out_dtype=None)
            v4: R.Tensor((3, 64), dtype="float32") = R.matmul(v3, p3, out_dtype=None)
            R.output(v4)
        return v4

    @R.function
    def blocks(a: R.Tensor((32, 4), dtype="float32"), b: R.Tensor((4, 32), dtype="float32"), x: R.Tensor((2, 32), dtype="float32")) -> R.Tensor((2, 32), dtype="float32"):
        with R.dataflow():
            w: R.Tensor((32, 32), dtype="float32") = R.matmul(a, b, out_dtype=None)
            R.output(w)
        gv: R.Tensor((2, 32), dtype="float32") = R.matmul(x, w, out_dtype=None)
        return gv

    @R.function(pure=False)
    def impure(a: R.Tensor((32, 4), dtype="float32"), b: R.Tensor((4, 32), dtype="float32"), x: R.Tensor((2, 32), dtype="float32")) -> R.Tensor((2, 32), dtype="float32"):
        w: R.Tensor((32, 32), dtype="float32") = R.matmul(a, b, out_dtype=None)
        R.print(format=R.str("between"))
        gv2: R.Tensor((2, 32), dtype="float32") = R.matmul(x, w, out_dtype=None)
        return gv2
