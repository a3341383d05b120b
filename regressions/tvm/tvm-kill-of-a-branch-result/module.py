# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(s: R.Shape(ndim=1), c: R.Tensor((), dtype="bool")) -> R.Tensor(dtype="float32", ndim=1):
        d0 = T.int64()
        if c:
            shape: R.Shape([d0]) = R.match_cast(s, R.Shape([d0]))
            z: R.Tensor((d0,), dtype="float32") = R.zeros(R.shape([d0]), dtype="float32")
            q: R.Tensor(ndim=1) = z
        else:
            shape_1: R.Shape([d0]) = R.match_cast(s, R.Shape([d0]))
            gv: R.Tensor((d0,), dtype="int4") = R.ones(R.shape([d0]), dtype="int4")
            q: R.Tensor(ndim=1) = gv
        return q
