# RUN: EliminateCommonSubexpr
# Two allocations are two tensors; two calls that compute the same are one.
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
    def main(x: R.Tensor((4,), dtype="float32")):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        a = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"))
        b = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(x, a)
        cls.exp(a, b)
        s = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        t = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        c = R.memory.alloc_tensor(s, 0, R.shape([4]), R.dtype("float32"), 0)
        d = R.memory.alloc_tensor(t, 0, R.shape([4]), R.dtype("float32"), 0)
        e = R.exp(x)
        f = R.exp(x)
        return (a, b, c, d, e, f)
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
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        a: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"))
        b: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(x, a)
        cls.exp(a, b)
        s: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        t: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        c: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([4]), R.dtype("float32"), 0)
        d: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([4]), R.dtype("float32"), 0)
        e: R.Tensor((4,), dtype="float32") = R.exp(x)
        f: R.Tensor((4,), dtype="float32") = e
        return (a, b, c, d, e, e)
