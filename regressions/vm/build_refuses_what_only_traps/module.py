# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        p = T.int64()
        l: R.Tensor((p,), dtype="float32") = R.match_cast(y, R.Tensor((p,), dtype="float32"))
        c: R.Tensor((p,), dtype="float32") = R.match_cast(x, R.Tensor((p,), dtype="float32"))
        return c
