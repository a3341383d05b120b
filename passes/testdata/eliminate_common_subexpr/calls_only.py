# RUN: EliminateCommonSubexpr{"call_only":true}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        p = (x, x)
        q = (x, x)
        a = R.exp(x)
        b = R.exp(x)
        y = R.add(p[0], q[0])
        z = R.add(a, b)
        return (y, z)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        p: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = x, x
        q: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = x, x
        a: R.Tensor((4,), dtype="float32") = R.exp(x)
        b: R.Tensor((4,), dtype="float32") = a
        gv4: R.Tensor((4,), dtype="float32") = p[0]
        gv5: R.Tensor((4,), dtype="float32") = q[0]
        y: R.Tensor((4,), dtype="float32") = R.add(gv4, gv5)
        z: R.Tensor((4,), dtype="float32") = R.add(a, a)
        return (y, z)
