# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), b_: R.Tensor((1,), dtype="int64"), e_: R.Tensor((1,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=1):
        d = T.int64()
        z: R.Tensor(dtype="float32", ndim=1) = R.dynamic_strided_slice(x, b_, e_, R.const([1], "int64"))
        y: R.Tensor(dtype="float32", ndim=1) = R.concat((z, x), axis=0)
        y1: R.Tensor((d,), dtype="float32") = R.match_cast(y, R.Tensor((d,), dtype="float32"))
        t: R.Tensor(dtype="float32", ndim=1) = R.add(y1, y)
        return t
