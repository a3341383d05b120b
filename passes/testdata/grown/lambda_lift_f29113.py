# RUN: LambdaLift
# Shows a mutant of passes/relax/lambda_lift.cc (left-out call): settled.push_back(var);
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape(["n"]), x0: R.Tensor((), dtype="float32"), x3: R.Tensor((1, "n * n", 1), dtype="float32")) -> R.Tensor((), dtype="float32"):
        n = T.int64()
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def gv5(a3: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
            gv4: R.Tuple(R.Tensor((1, n * n, 1), dtype="float32"), R.Tensor((1, n * n, 1), dtype="int32")) = R.topk(x3, k=0, axis=-2, ret_type="both", largest=False, dtype="int32")
            return a3

        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main_gv5(a3: R.Tensor((), dtype="float32"), n: T.int64, x3: R.Tensor((1, n * n, 1), dtype="float32")) -> R.Tensor((), dtype="float32"):
        gv4: R.Tuple(R.Tensor((1, n * n, 1), dtype="float32"), R.Tensor((1, n * n, 1), dtype="int32")) = R.topk(x3, k=0, axis=-2, ret_type="both", largest=False, dtype="int32")
        return a3

    @R.function
    def main(sizes: R.Shape(["n"]), x0: R.Tensor((), dtype="float32"), x3: R.Tensor((1, "n * n", 1), dtype="float32")) -> R.Tensor((), dtype="float32"):
        n = T.int64()
        cls = Module
        gv5: R.Any = R.make_closure(cls.main_gv5, (n, x3))
        return x0
