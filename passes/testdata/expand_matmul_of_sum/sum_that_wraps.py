# RUN: ExpandMatmulOfSum
# A sum of uint16 wraps before it is multiplied in int32: it stays. One that is multiplied in its own dtype wraps alike.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "uint16"), a: R.Tensor((3, 4), "uint16"), b: R.Tensor((3, 4), "uint16")):
        with R.dataflow():
            s = R.add(a, b)
            wide = R.matmul(x, s, out_dtype="int32")
            t = R.add(a, b)
            same = R.matmul(x, t)
            R.output(wide, same)
        return (wide, same)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="uint16"), a: R.Tensor((3, 4), dtype="uint16"), b: R.Tensor((3, 4), dtype="uint16")) -> R.Tuple(R.Tensor((2, 4), dtype="int32"), R.Tensor((2, 4), dtype="uint16")):
        with R.dataflow():
            s: R.Tensor((3, 4), dtype="uint16") = R.add(a, b)
            wide: R.Tensor((2, 4), dtype="int32") = R.matmul(x, s, out_dtype="int32")
            lv: R.Tensor((2, 4), dtype="uint16") = R.matmul(x, a, out_dtype=None)
            lv_1: R.Tensor((2, 4), dtype="uint16") = R.matmul(x, b, out_dtype=None)
            same: R.Tensor((2, 4), dtype="uint16") = R.add(lv, lv_1)
            R.output(wide, same)
        return (wide, same)
