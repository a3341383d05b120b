# RUN: ToNonDataflow
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            a = R.nn.relu(x)
            b = R.add(a, x)
            R.output(b)
        c = R.multiply(b, b)
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        a: R.Tensor((2, 3), dtype="float32") = R.nn.relu(x)
        b: R.Tensor((2, 3), dtype="float32") = R.add(a, x)
        c: R.Tensor((2, 3), dtype="float32") = R.multiply(b, b)
        return c
