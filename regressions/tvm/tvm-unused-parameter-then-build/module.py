# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(s: R.Shape(["k"]), y: R.Tensor(dtype="float32", ndim=1)) -> R.Tensor(("k + 1",), dtype="float32"):
        k = T.int64()
        return y

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        a: R.Tensor((2,), dtype="float32") = cls.helper(R.shape([1]), x)
        return a
