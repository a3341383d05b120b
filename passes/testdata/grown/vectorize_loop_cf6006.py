# RUN: VectorizeLoop
# Shows a mutant of passes/tir/vectorize_loop.cc (condition): !linear
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def repeat_llvm(gv6: T.Buffer((T.int64(1),), "int64"), T_repeat: T.Buffer((T.int64(2),), "int64")):
        for ax0 in T.vectorized(T.int64(2)):
            T_repeat[ax0] = T.FloorDiv(ax0, T.int64(1))

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="bool", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1), dtype="bool", vdevice="llvm:0:global"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def repeat_llvm(gv6: T.Buffer((T.int64(1),), "int64"), T_repeat: T.Buffer((T.int64(2),), "int64")):
        T_repeat[T.int64(0):T.int64(2)] = T.Ramp(T.int64(0), T.int64(1), 2) // T.Broadcast(T.int64(1), 2)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="bool", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1), dtype="bool", vdevice="llvm:0:global"):
        return x0
