# RUN: FuseOpsByPattern{"patterns":[["a.one","add(var(\"y\"))"],["a.three","multiply(_, _, _)"]]}
# A pattern of another number of operands matches nothing, in either order.
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        with R.dataflow():
            a = R.add(x, y)
            b = R.multiply(a, x)
            R.output(b)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.add(x, y)
            b: R.Tensor((4,), dtype="float32") = R.multiply(a, x)
            R.output(b)
        return b
