# RUN: ExpandMatmulOfSum
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((3, 4), dtype="float32"), c: R.Tensor((4, 3), dtype="float32"), d: R.Tensor((3,), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
        s = R.add(a, b)
        t = R.permute_dims(s)
        y = R.matmul(x, t)
        u = R.add(c, d)
        z = R.matmul(x, u)
        return (y, z)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((3, 4), dtype="float32"), c: R.Tensor((4, 3), dtype="float32"), d: R.Tensor((3,), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
        gv: R.Tensor((4, 3), dtype="float32") = R.permute_dims(a, axes=None)
        gv_1: R.Tensor((2, 3), dtype="float32") = R.matmul(x, gv, out_dtype=None)
        gv_2: R.Tensor((4, 3), dtype="float32") = R.permute_dims(b, axes=None)
        gv_3: R.Tensor((2, 3), dtype="float32") = R.matmul(x, gv_2, out_dtype=None)
        y: R.Tensor((2, 3), dtype="float32") = R.add(gv_1, gv_3)
        u: R.Tensor((4, 3), dtype="float32") = R.add(c, d)
        z: R.Tensor((2, 3), dtype="float32") = R.matmul(x, u, out_dtype=None)
        return (y, z)
