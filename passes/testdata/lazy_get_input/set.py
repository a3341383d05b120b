# RUN: LazySetOutput
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), w: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32"), R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32"))):
        R.func_attr({"num_input": 1})
        a = R.add(x, w)
        b = R.match_cast(a, R.Tensor((2,), dtype="float32"))
        return (a, x, (b, w))
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32"), fset_output: R.Callable((T.int64, R.Any), R.Tuple, False), w: R.Tensor((2,), dtype="float32")) -> R.Tuple:
        R.func_attr({"num_input": 2})
        fset_output(1, x)
        a: R.Tensor((2,), dtype="float32") = R.add(x, w)
        fset_output(0, a)
        b: R.Tensor((2,), dtype="float32") = R.match_cast(a, R.Tensor((2,), dtype="float32"))
        fset_output(2, (b, w))
        return R.tuple()
