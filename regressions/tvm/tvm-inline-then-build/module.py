# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def sized(x: R.Tensor(("p", "q"), dtype="float32")) -> R.Tensor(("q * p",), dtype="float32"):
        p = T.int64()
        q = T.int64()
        z: R.Tensor((q * p,), dtype="float32") = R.reshape(x, R.shape([q * p]))
        return z

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        y: R.Tensor((1,), dtype="float32") = cls.sized(x)
        return y
