# RUN: StaticPlanBlockMemory
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"kind": "llvm", "tag": "", "keys": ["cpu"]}, 0, "global"), I.vdevice({"kind": "llvm", "tag": "", "keys": ["cpu"]}, 1, "global"), I.vdevice({"kind": "llvm", "tag": "", "keys": ["cpu"]}, 0, "global.texture")]})
    @T.prim_func(private=True)
    def exp(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = T.exp(x[i])

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        a: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(x, a)
        b: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(a, b)
        c: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 1, R.str("global"))
        cls.exp(b, c)
        d: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 2, R.str("global.texture"))
        cls.exp(c, d)
        e: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(d, e)
        f: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 1, R.str("global"))
        cls.exp(e, f)
        g: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(f, g)
        return g
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 1, "global"), I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 0, "global.texture")]})
    @T.prim_func(private=True)
    def exp(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = T.exp(x[i])

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        storage: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(storage, 0, R.shape([4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        storage_1: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
        b: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(storage_1, 0, R.shape([4]), R.dtype("float32"), 0)
        cls.exp(a, b)
        storage_2: R.Any = R.memory.alloc_storage(R.shape([16]), 1, R.str("global"), R.dtype("float32"))
        c: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(storage_2, 0, R.shape([4]), R.dtype("float32"), 1)
        cls.exp(b, c)
        storage_3: R.Any = R.memory.alloc_storage(R.shape([16]), 2, R.str("global.texture"), R.dtype("float32"))
        d: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(storage_3, 0, R.shape([4]), R.dtype("float32"), 2)
        cls.exp(c, d)
        e: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(storage, 0, R.shape([4]), R.dtype("float32"), 0)
        cls.exp(d, e)
        f: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(storage_2, 0, R.shape([4]), R.dtype("float32"), 1)
        cls.exp(e, f)
        g: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(f, g)
        return g
