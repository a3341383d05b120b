# RUN: CanonicalizeBindings
# What a function inside uses stays an output of its block; its neighbour does not.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.tanh(a)
            R.output(a, b)
        @R.function
        def adds(z: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            c = R.add(z, a)
            return c
        d = adds(x)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.exp(x)
            b: R.Tensor((4,), dtype="float32") = R.tanh(a)
            R.output(a)
        # from tvm.script import relax as R
        
        @R.function
        def adds(z: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            c: R.Tensor((4,), dtype="float32") = R.add(z, a)
            return c

        d: R.Tensor((4,), dtype="float32") = adds(x)
        return d
