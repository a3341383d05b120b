# RUN: ExpandMatmulOfSum
# A product of floats that is given as integers loses its fraction once; in a wider float it loses nothing.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32"), a: R.Tensor((2, 2), dtype="float32"), b: R.Tensor((2, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 2), dtype="uint32"), R.Tensor((2, 2), dtype="float64")):
        with R.dataflow():
            s = R.add(a, b)
            y = R.matmul(x, s, out_dtype="uint32")
            z = R.matmul(x, s, out_dtype="float64")
            R.output(y, z)
        return (y, z)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32"), a: R.Tensor((2, 2), dtype="float32"), b: R.Tensor((2, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 2), dtype="uint32"), R.Tensor((2, 2), dtype="float64")):
        with R.dataflow():
            s: R.Tensor((2, 2), dtype="float32") = R.add(a, b)
            y: R.Tensor((2, 2), dtype="uint32") = R.matmul(x, s, out_dtype="uint32")
            lv: R.Tensor((2, 2), dtype="float64") = R.matmul(x, a, out_dtype="float64")
            lv_1: R.Tensor((2, 2), dtype="float64") = R.matmul(x, b, out_dtype="float64")
            z: R.Tensor((2, 2), dtype="float64") = R.add(lv, lv_1)
            R.output(y, z)
        return (y, z)
