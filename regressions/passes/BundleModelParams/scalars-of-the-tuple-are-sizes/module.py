# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(m: T.int64, x0: R.Tensor((1, 0), dtype="float32"), x2: R.Tensor((), dtype="bool"), x6: R.Tensor((1, m), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"num_input": 0})
        if x2:
            gv19: R.Tensor(dtype="float32", ndim=2) = x0
        else:
            gv19: R.Tensor(dtype="float32", ndim=2) = x6
        return gv19
