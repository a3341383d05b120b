# RUN: BindParams{"func_name":"main","params":{"w":{"dtype":"float32","shape":[2],"data":[1,2]}}}
# Whether n + 1 is one is for a run to say; for this n, no run is needed.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((1,), "float32"), y: T.Buffer((2,), "float32")):
        y[0] = T.float32(0)

    @R.function
    def main(x: R.Tensor(("n + 1",), dtype="float32"), w: R.Tensor(("n",), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        n = T.int64()
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((2,), dtype="float32"))
        return y
# ---
# error: the values do not fit the module: expected Tensor((1,), float32) for argument 0 of kernel, got Tensor((3,), float32)
