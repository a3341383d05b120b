# RUN: KillAfterLastUse
# Other names of a tensor go, and it is killed once, behind the last use of any of them.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            y[i] = T.exp(x[i])

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        s = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        b: R.Tensor((4,), dtype="float32") = a
        t = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        c: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([4]), R.dtype("float32"), 0)
        cls.exp(b, c)
        d: R.Tensor((4,), dtype="float32") = c
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            y[i] = T.exp(x[i])

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        s: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([4]), R.dtype("float32"), 0)
        R.memory.kill_storage(s)
        cls.exp(x, a)
        t: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        c: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([4]), R.dtype("float32"), 0)
        R.memory.kill_storage(t)
        cls.exp(a, c)
        R.memory.kill_tensor(a)
        return c
