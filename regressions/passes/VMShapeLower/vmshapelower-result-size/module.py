# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="float32"), x1: R.Tensor(dtype="float32", ndim=2), gv15: R.Tensor((), dtype="int8")) -> R.Tuple(R.Tensor((), dtype="int8"), R.Tensor(dtype="float32", ndim=2), R.Tensor(dtype="float32", ndim=2), R.Tuple(R.Tensor((), dtype="float32"))):
        p1 = T.int64()
        gv12: R.Tensor((1, p1), dtype="float32") = R.match_cast(x1, R.Tensor((1, p1), dtype="float32"))
        return (gv15, gv12, gv12, (x0,))
