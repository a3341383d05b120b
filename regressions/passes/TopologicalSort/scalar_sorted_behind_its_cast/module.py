# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        with R.dataflow():
            e: T.int64 = 1
            a: R.Tensor((e,), dtype="float32") = R.match_cast(x, R.Tensor((e,), dtype="float32"))
            R.output(e, a)
        return a
