# RUN: HoistExpression
# Shows a mutant of passes/tir/hoist_expression.cc (condition): MayTake(let->value)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((1, 1, 1, "s0"), "float32"), out0: T.Buffer((s0, 1, 1, 1), "float32")):
        s0 = T.int32()
        t0 = T.alloc_buffer((1, 1, 1, s0))
        for i4 in range(s0):
            t = T.float32()
            t0[0, 0, 0, 0] = T.Let(T.float32(0.0), where={t: a0[0, 0, 0, 0]})

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((1, 1, 1, "s0"), "float32"), out0: T.Buffer((s0, 1, 1, 1), "float32")):
        s0 = T.int32()
        t0 = T.alloc_buffer((1, 1, 1, s0))
        for i4 in range(s0):
            t = T.float32()
            t0[0, 0, 0, 0] = T.Let(T.float32(0.0), where={t: a0[0, 0, 0, 0]})

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"):
        return x0
