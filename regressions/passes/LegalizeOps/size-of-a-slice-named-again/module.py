# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        c = T.int64()
        z: R.Tensor(dtype="float32", ndim=1) = R.dynamic_strided_slice(x, R.const([1], "int64"), R.const([-1], "int64"), R.const([1], "int64"))
        z1: R.Tensor((c,), dtype="float32") = R.match_cast(z, R.Tensor((c,), dtype="float32"))
        w: R.Tensor(dtype="float32", ndim=1) = R.add(z1, z)
        return w
