# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor(("m", 2), dtype="float32"), y0: R.Tensor((2, 2), dtype="float32")) -> R.Tensor(("m", 2), dtype="float32"):
        m = T.int64()
        y1: R.Tensor((m, 2), dtype="float32") = R.matmul(x0, y0, out_dtype=None)
        return y1
