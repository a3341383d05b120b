# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n + 1",), dtype="float32"), s: R.Shape(["n"])) -> R.Tensor(dtype="float32", ndim=1):
        n = T.int64()
        with R.dataflow():
            lv: R.Tensor((n + 1,), dtype="float32") = R.strided_slice(x, (0,), (0,), (n + 1,), (1,), assume_inbound=False)
            R.output(lv)
        return lv
