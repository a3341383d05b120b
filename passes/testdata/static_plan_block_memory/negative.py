# RUN: StaticPlanBlockMemory
# Tensors with negative extents, as operators have them that are too wide for their operands, take storage of no bytes.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def copy(x: T.Buffer((T.int64(2), T.int64(-4)), "float32"), y: T.Buffer((T.int64(2), T.int64(-4)), "float32")):
        T.evaluate(0)

    @T.prim_func(private=True)
    def other(x: T.Buffer((T.int64(2), T.int64(-4)), "float32"), y: T.Buffer((T.int64(4), T.int64(-4)), "float32")):
        T.evaluate(0)

    @T.prim_func(private=True)
    def last(x: T.Buffer((T.int64(4), T.int64(-4)), "float32"), y: T.Buffer((T.int64(4), T.int64(-4)), "float32")):
        T.evaluate(0)

    @R.function
    def main(x: R.Tensor((2, -4), dtype="float32")) -> R.Tensor((4, -4), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        a: R.Tensor((2, -4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, -4]), R.dtype("float32"), 0, R.str("global"))
        cls.copy(x, a)
        b: R.Tensor((2, -4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, -4]), R.dtype("float32"), 0, R.str("global"))
        cls.copy(a, b)
        c: R.Tensor((4, -4), dtype="float32") = R.builtin.alloc_tensor(R.shape([4, -4]), R.dtype("float32"), 0, R.str("global"))
        cls.other(b, c)
        d: R.Tensor((4, -4), dtype="float32") = R.builtin.alloc_tensor(R.shape([4, -4]), R.dtype("float32"), 0, R.str("global"))
        cls.last(c, d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def copy(x: T.Buffer((T.int64(2), T.int64(-4)), "float32"), y: T.Buffer((T.int64(2), T.int64(-4)), "float32")):
        T.evaluate(0)

    @T.prim_func(private=True)
    def last(x: T.Buffer((T.int64(4), T.int64(-4)), "float32"), y: T.Buffer((T.int64(4), T.int64(-4)), "float32")):
        T.evaluate(0)

    @T.prim_func(private=True)
    def other(x: T.Buffer((T.int64(2), T.int64(-4)), "float32"), y: T.Buffer((T.int64(4), T.int64(-4)), "float32")):
        T.evaluate(0)

    @R.function
    def main(x: R.Tensor((2, -4), dtype="float32")) -> R.Tensor((4, -4), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        storage: R.Any = R.memory.alloc_storage(R.shape([-32]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((2, -4), dtype="float32") = R.memory.alloc_tensor(storage, 0, R.shape([2, -4]), R.dtype("float32"), 0)
        cls.copy(x, a)
        storage_1: R.Any = R.memory.alloc_storage(R.shape([-32]), 0, R.str("global"), R.dtype("float32"))
        b: R.Tensor((2, -4), dtype="float32") = R.memory.alloc_tensor(storage_1, 0, R.shape([2, -4]), R.dtype("float32"), 0)
        cls.copy(a, b)
        c: R.Tensor((4, -4), dtype="float32") = R.memory.alloc_tensor(storage, 0, R.shape([4, -4]), R.dtype("float32"), 0)
        cls.other(b, c)
        d: R.Tensor((4, -4), dtype="float32") = R.builtin.alloc_tensor(R.shape([4, -4]), R.dtype("float32"), 0, R.str("global"))
        cls.last(c, d)
        return d
