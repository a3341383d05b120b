# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor(("n", "n", "n"), dtype="int32"), x1: R.Tensor(dtype="float32", ndim=3)) -> R.Tuple(R.Tensor(("n", "n", "n"), dtype="float32")):
        n = T.int64()
        R.func_attr({"num_input": 0})
        return (x1,)
