# RUN: TopologicalSort
# What a function inside of a local function captures is there before both.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            a = R.exp(y)
            @R.function
            def f(b: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
                @R.function
                def g(c: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
                    d = R.add(c, a)
                    return d
                e = g(b)
                return e
            z = f(x)
            R.output(a, z)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.exp(y)
            # from tvm.script import relax as R
            
            @R.function
            def f(b: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
                # from tvm.script import relax as R
                
                @R.function
                def g(c: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
                    d: R.Tensor((4,), dtype="float32") = R.add(c, a)
                    return d

                e: R.Tensor((4,), dtype="float32") = g(b)
                return e

            z: R.Tensor((4,), dtype="float32") = f(x)
            R.output(a, z)
        return z
