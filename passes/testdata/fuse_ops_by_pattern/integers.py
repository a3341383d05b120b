# RUN: FuseOpsByPattern{"patterns":["assay.*"]}
# Products of integers are none of the compiler's.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="int32"), w: R.Tensor((3, 4), dtype="int32")) -> R.Tensor((2, 4), dtype="int32"):
        with R.dataflow():
            y = R.matmul(x, w)
            R.output(y)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="int32"), w: R.Tensor((3, 4), dtype="int32")) -> R.Tensor((2, 4), dtype="int32"):
        with R.dataflow():
            y: R.Tensor((2, 4), dtype="int32") = R.matmul(x, w, out_dtype=None)
            R.output(y)
        return y
