# RUN: BindSymbolicVars{"binding_map":{"n":4}}
# Whether n * n is zero is for a run to say; for this n, no run is needed.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer(("m", T.int64(0)), "float32"), y: T.Buffer((T.int64(2),), "float32")):
        m = T.int64()
        y[0] = T.float32(0)

    @R.function
    def main(x: R.Tensor(("n", "n * n"), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        n = T.int64()
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((2,), dtype="float32"))
        return y
# ---
# error: the sizes do not fit the module: expected Tensor((m, 0), float32) for argument 0 of kernel, got Tensor((4, 16), float32)
