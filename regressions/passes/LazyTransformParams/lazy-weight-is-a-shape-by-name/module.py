# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def transform_params(s: R.Shape(["m"])) -> R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=1)):
        m = T.int64()
        z: R.Tensor(s, dtype="float32") = R.zeros(s, dtype="float32")
        o: R.Tuple(R.Tensor(s, dtype="float32"), R.Tensor(s, dtype="float32")) = z, z
        return o

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x
