# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(z: R.Tensor((2,), dtype="float32"), s0: R.Shape([2])) -> R.Tensor(dtype="float32", ndim=1):
        c = T.int64()
        s1: R.Shape([c]) = R.match_cast(s0, R.Shape([c]))
        w: R.Tensor(s1, dtype="float32") = R.zeros(s1, dtype="float32")
        w2: R.Tensor(dtype="float32", ndim=1) = R.add(w, z)
        q: T.int64 = c * 2
        return w2
