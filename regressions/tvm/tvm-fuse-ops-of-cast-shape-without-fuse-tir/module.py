# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sh: R.Shape([1, 1]), d: R.Tensor((1, 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        s1 = T.int64()
        with R.dataflow():
            d_1: R.Tensor((1, 1), dtype="float32") = R.negative(d)
            sb: R.Shape([s1, 1]) = R.match_cast(sh, R.Shape([s1, 1]))
            c: R.Tensor((s1, 1), dtype="float32") = R.broadcast_to(d_1, R.shape([s1, 1]))
            R.output(c)
        return c
