# RUN: KillAfterLastUse
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((4,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((4,), dtype="float32"):
        storage = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("uint8"))
        a: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(storage, 0, R.shape([4]), R.dtype("float32"), 0)
        alias = a
        b = R.add(x, alias)
        if c:
            d = R.exp(b)
            e = R.add(d, a)
        else:
            e = R.add(b, b)
        f = R.add(e, x)
        return f
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((4,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((4,), dtype="float32"):
        storage: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("uint8"))
        a: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(storage, 0, R.shape([4]), R.dtype("float32"), 0)
        R.memory.kill_storage(storage)
        b: R.Tensor((4,), dtype="float32") = R.add(x, a)
        if c:
            d: R.Tensor((4,), dtype="float32") = R.exp(b)
            e_then: R.Tensor((4,), dtype="float32") = R.add(d, a)
            R.memory.kill_tensor(d)
            e: R.Tensor((4,), dtype="float32") = e_then
        else:
            e_else: R.Tensor((4,), dtype="float32") = R.add(b, b)
            e: R.Tensor((4,), dtype="float32") = e_else
        R.memory.kill_tensor(a)
        R.memory.kill_tensor(b)
        f: R.Tensor((4,), dtype="float32") = R.add(e, x)
        R.memory.kill_tensor(e)
        return f
