# RUN: StorageRewrite
# Shows a mutant of passes/tir/storage_rewrite.cc (negation): !storage.used
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), out0: T.Buffer((T.int64(1),), "float32")):
        t0 = T.alloc_buffer((1,))
        t1 = T.alloc_buffer((1,))
        t0[0] = T.float32(1.0)

    @R.function
    def main(x0: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), out0: T.Buffer((T.int64(1),), "float32")):
        t1 = T.alloc_buffer((1,))
        t0 = T.alloc_buffer((1,))
        t0[0] = T.float32(1.0)

    @R.function
    def main(x0: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        return x0
