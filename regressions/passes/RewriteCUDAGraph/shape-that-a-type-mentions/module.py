# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32"), x1: T.float32, x2: R.Tensor((1,), dtype="float32"), x3: R.Tensor((1, 1, 1), dtype="float32"), x4: R.Tensor((1, 1, 1), dtype="float32"), x5: R.Tensor((1, 1, 1), dtype="float32"), x6: R.Tensor((1, 1), dtype="float32"), x7: R.Tensor((1, 1, 1), dtype="float32"), x8: R.Tensor((), dtype="float32"), x11: R.Tensor((), dtype="bool")) -> R.Tensor((), dtype="float32"):
        R.func_attr({"num_input": 9})
        gv34: R.Shape([]) = R.shape_of(x11)
        gv35: R.Tensor(gv34, dtype="bool") = R.match_cast(x11, R.Tensor(gv34, dtype="bool"))
        return x8
