# RUN: AnnotateTIROpPattern
# Shows a mutant of passes/analysis/op_pattern.cc (condition): !SameIndices(store->indices, store_->indices)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def argmin(x0: T.Buffer((T.int64(1), T.int64(1)), "float32"), x0_red: T.Buffer((T.int64(1), T.int64(1)), "int64")):
        # with T.sblock("root"):
        x0_red_temp_v0 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)), "int64")
        x0_red_temp_v1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        with T.sblock("x0_red_temp"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x0[v_k0, v_k1])
            T.writes(x0_red_temp_v0[v_ax0, v_ax1], x0_red_temp_v1[v_ax0, v_ax1])
            with T.init():
                x0_red_temp_v0[v_ax0, v_ax1] = T.int64(-1)
            v_x0_red_temp_v0: T.let[T.int64] = T.int64(0)
            v_x0_red_temp_v1: T.let[T.float32] = T.float32(0.0)
            x0_red_temp_v0[v_ax0, v_ax1] = v_x0_red_temp_v0
            x0_red_temp_v1[v_ax0, v_ax1] = v_x0_red_temp_v1

    @R.function
    def main(x4: R.Tensor((1,), dtype="bool", vdevice="cuda:0:global")) -> R.Tensor((1,), dtype="bool", vdevice="cuda:0:global"):
        return x4
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def argmin(x0: T.Buffer((T.int64(1), T.int64(1)), "float32"), x0_red: T.Buffer((T.int64(1), T.int64(1)), "int64")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        x0_red_temp_v0 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)), "int64")
        x0_red_temp_v1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        with T.sblock("x0_red_temp"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x0[v_k0, v_k1])
            T.writes(x0_red_temp_v0[v_ax0, v_ax1], x0_red_temp_v1[v_ax0, v_ax1])
            with T.init():
                x0_red_temp_v0[v_ax0, v_ax1] = T.int64(-1)
            v_x0_red_temp_v0: T.let[T.int64] = T.int64(0)
            v_x0_red_temp_v1: T.let[T.float32] = T.float32(0.0)
            x0_red_temp_v0[v_ax0, v_ax1] = v_x0_red_temp_v0
            x0_red_temp_v1[v_ax0, v_ax1] = v_x0_red_temp_v1

    @R.function
    def main(x4: R.Tensor((1,), dtype="bool", vdevice="cuda:0:global")) -> R.Tensor((1,), dtype="bool", vdevice="cuda:0:global"):
        return x4
