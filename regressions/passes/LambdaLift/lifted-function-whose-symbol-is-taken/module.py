# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def f(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        @R.function
        def f(y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            R.func_attr({"global_symbol": "f"})
            z: R.Tensor((2,), "float32") = R.add(y, y)
            return z
        @R.function
        def g(y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            R.func_attr({"global_symbol": "h"})
            z: R.Tensor((2,), "float32") = R.multiply(y, y)
            return z
        @R.function
        def k(y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            R.func_attr({"global_symbol": "h"})
            z: R.Tensor((2,), "float32") = R.subtract(y, R.const(1.0, "float32"))
            return z
        a: R.Tensor((2,), "float32") = f(x)
        b: R.Tensor((2,), "float32") = g(a)
        c: R.Tensor((2,), "float32") = k(b)
        return c
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        y: R.Tensor((2,), "float32") = cls.f(x)
        return y
