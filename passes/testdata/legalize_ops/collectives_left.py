# RUN: LegalizeOps
# Whether the workers get equal parts is not known: TVM stops.
from tvm.script import ir as I, relax as R, tirx as T
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 6), dtype="float32"), y: R.Tensor(ndim=2, dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        n = T.int64()
        a = R.ccl.scatter_from_worker0(x, num_workers=2, axis=0)
        b = R.ccl.allreduce(y)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 6), dtype="float32"), y: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        n = T.int64()
        a: R.Tensor((T.Div(n, 2), 6), dtype="float32") = R.ccl.scatter_from_worker0(x, num_workers=2, axis=0)
        b: R.Tensor(dtype="float32", ndim=2) = R.ccl.allreduce(y, op_type="sum", in_group=True)
        return b
# note: relax.ccl.scatter_from_worker0 now: the axis is not known to be divisible by num_workers
# note: relax.ccl.allreduce now: the shape of argument 0 is not known
