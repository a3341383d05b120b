# RUN: CanonicalizeBindings
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        gv: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(gv, 0, R.shape([4]), R.dtype("float32"), 0)
        t: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = a, x
        R.memory.kill_tensor(a)
        first: R.Tensor((4,), dtype="float32") = t[0]
        second: R.Tensor((4,), dtype="float32") = t[1]
        r: R.Tensor((4,), dtype="float32") = R.add(first, second)
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        gv: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(gv, 0, R.shape([4]), R.dtype("float32"), 0)
        t: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = a, x
        R.memory.kill_tensor(a)
        first: R.Tensor((4,), dtype="float32") = t[0]
        r: R.Tensor((4,), dtype="float32") = R.add(first, x)
        return r
