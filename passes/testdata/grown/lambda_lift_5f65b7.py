# RUN: LambdaLift
# Shows a mutant of passes/relax/lambda_lift.cc (left-out call): types.push_back(var->type);
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor(("n", "n"), dtype="float32"), gv14: R.Tensor((), dtype="int64")) -> R.Tensor((), dtype="int64"):
        n = T.int64()
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def gv13(a11: R.Tensor((1, 1, 1, 1, 1), dtype="float32")) -> R.Tensor((), dtype="int64"):
            gv12: R.Tensor((), dtype="int64") = R.argmin(x0, axis=None, keepdims=False)
            return gv12

        return gv14
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main_gv13(a11: R.Tensor((1, 1, 1, 1, 1), dtype="float32"), x0: R.Tensor(("n", "n"), dtype="float32")) -> R.Tensor((), dtype="int64"):
        n = T.int64()
        gv12: R.Tensor((), dtype="int64") = R.argmin(x0, axis=None, keepdims=False)
        return gv12

    @R.function
    def main(x0: R.Tensor(("n", "n"), dtype="float32"), gv14: R.Tensor((), dtype="int64")) -> R.Tensor((), dtype="int64"):
        n = T.int64()
        cls = Module
        gv13: R.Any = R.make_closure(cls.main_gv13, (x0,))
        return gv14
