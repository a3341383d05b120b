# RUN: BindSymbolicVars{"binding_map":{"n":3}}
# Sizes that no operand brings along: of what is allocated, and of what a call is said to give.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), s: R.Shape(["n", "m"])) -> R.Tensor(("n", "m"), dtype="float32"):
        n = T.int64()
        m = T.int64()
        a = R.zeros(R.shape([n, 4]), dtype="float32")
        b = R.call_dps_packed("fill", (x,), out_ty=R.Tensor((n, m), dtype="float32"))
        c: R.Tensor((n, m), dtype="float32") = R.call_pure_packed("same", b, ty_args=R.Tensor((n, m), dtype="float32"))
        d = R.reshape(a, R.shape([n * 2, 2]))
        e = R.zeros(s, dtype="float32")
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 4), dtype="float32"), s: R.Shape([3, "m"])) -> R.Tensor((3, "m"), dtype="float32"):
        m = T.int64()
        a: R.Tensor((3, 4), dtype="float32") = R.zeros(R.shape([3, 4]), dtype="float32")
        b = R.call_dps_packed("fill", (x,), out_ty=R.Tensor((3, m), dtype="float32"))
        c: R.Tensor((3, m), dtype="float32") = R.call_pure_packed("same", b, ty_args=(R.Tensor((3, m), dtype="float32"),))
        d: R.Tensor((6, 2), dtype="float32") = R.reshape(a, R.shape([6, 2]))
        e: R.Tensor(s, dtype="float32") = R.zeros(s, dtype="float32")
        return c
