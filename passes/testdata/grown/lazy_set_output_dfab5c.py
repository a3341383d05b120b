# RUN: LazySetOutput
# Shows a mutant of passes/relax/lazy_get_input.cc (condition): IsPublic(entry.func)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((), dtype="bool")) -> R.Tensor((), dtype="bool"):
        return x0

    @R.function
    def main(x0: R.Tensor((), dtype="bool")) -> R.Tensor((), dtype="bool"):
        cls = Module
        gv4: R.Tensor((), dtype="bool") = cls.helper(x0)
        return gv4
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((), dtype="bool")) -> R.Tensor((), dtype="bool"):
        return x0

    @R.function(pure=False)
    def main(x0: R.Tensor((), dtype="bool"), fset_output: R.Callable((T.int64, R.Any), R.Tuple, False)) -> R.Tuple:
        cls = Module
        gv4: R.Tensor((), dtype="bool") = cls.helper(x0)
        fset_output(0, gv4)
        return R.tuple()
