# RUN: LazySetOutput
# Shows a mutant of passes/relax/lazy_get_input.cc (left-out call): add(0, result);
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x0: R.Tensor((1,), dtype="float32"), fset_output: R.Callable((T.int64, R.Any), R.Tuple, False)) -> R.Tuple:
        fset_output(0, x0)
        return R.tuple()
