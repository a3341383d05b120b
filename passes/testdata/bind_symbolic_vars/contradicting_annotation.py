# RUN: BindSymbolicVars{"binding_map": {"n": 1}}
# The annotation says 2 * n + 2, the call 10: once n is known, what the call says of itself stays.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), "float32")) -> R.Tensor(("2 * n + 2",), "float32"):
        n = T.int64()
        y: R.Tensor((2 * n + 2,), "float32") = R.builtin.alloc_tensor(R.shape([10]), R.dtype("float32"), 0, R.str("global"))
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((10,), dtype="float32"):
        y: R.Tensor((10,), dtype="float32") = R.builtin.alloc_tensor(R.shape([10]), R.dtype("float32"), 0, R.str("global"))
        return y
