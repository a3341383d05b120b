# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(s: R.Shape(["n"])) -> R.Tensor(("n * 2",), dtype="int64"):
        n = T.int64()
        with R.dataflow():
            y: R.Tensor((n * 2,), dtype="int64") = R.arange(0, n * 2, 1, dtype="int64")
            R.output(y)
        return y
