# RUN: RewriteCUDAGraph
# Without the setting of the PassContext nothing happens.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(2), T.int64(4)), "float32"), y: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        for i, j in T.grid(2, 4):
            y[i, j] = T.exp(x[i, j])

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        s = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        t = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        b: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(a, b)
        u = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        d: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(b, d)
        o: R.Tensor((2, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(d, o)
        return o

    @R.function
    def other(x: R.Tensor((2, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        s = R.memory.alloc_storage(R.shape([64]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        o: R.Tensor((2, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(a, o)
        return o
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(2), T.int64(4)), "float32"), y: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        for i, j in T.grid(2, 4):
            y[i, j] = T.exp(x[i, j])

    @R.function
    def other(x: R.Tensor((2, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        s: R.Any = R.memory.alloc_storage(R.shape([64]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        o: R.Tensor((2, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(a, o)
        return o

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        s: R.Any = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        t: R.Any = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        b: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(a, b)
        u: R.Any = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        d: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(b, d)
        o: R.Tensor((2, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(d, o)
        return o
