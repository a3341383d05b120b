# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), s: R.Shape(["m"])) -> R.Tensor(dtype="float32", ndim=1):
        m = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            z: R.Tensor(s, dtype="float32") = R.zeros(s, dtype="float32")
            y: R.Tensor(dtype="float32", ndim=1) = R.add(z, x)
            R.output(y)
        return y
