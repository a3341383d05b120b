# RUN: RemoveRedundantReshape
# Shows a mutant of passes/relax/canonicalize_plan.cc (condition): !Is<PrimType>(source->type)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1,), dtype="float32")) -> T.int32:
        gv3: T.int32 = R.inspect.tensor_ndim(x1)
        gv5: T.int32 = R.inspect.tensor_ndim(x1)
        return gv5
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1,), dtype="float32")) -> T.int32:
        gv3: T.int32 = R.inspect.tensor_ndim(x1)
        gv5: T.int32 = gv3
        return gv3
