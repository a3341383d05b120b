# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor(("n + n", "n * 2"), dtype="float32"), tir_vars: R.Shape(["n"])) -> R.Tensor(("n + n", "n * 2"), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            lv0: R.Tensor((n + n, n * 4), dtype="float32") = R.negative(x1)
            R.output(lv0)
        return lv0
