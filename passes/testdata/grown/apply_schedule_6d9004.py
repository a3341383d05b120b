# RUN: ApplySchedule{"trace":"@tir_cos_metal\ncache_write(compute, \"local\")\n@min1_metal\ncache_write(x0_red, \"global\")\n@adaptive_avg_pool1d_metal\nunroll(adaptive_pool_avg, 2)\n"}
# Shows a mutant of passes/analysis/instances.cc (condition): (extent == nullptr || extent->value != 1)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool1d_metal(x7: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        adaptive_pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)))
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("adaptive_pool_avg"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
                T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2])
                adaptive_pool_avg[v_ax0, v_ax1, v_ax2] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def min1_metal(x0: T.Buffer((), "float32"), x0_red: T.Buffer((), "float32")):
        # with T.sblock("root"):
        with T.sblock("x0_red"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(x0[()])
            T.writes(x0_red[()])
            x0_red[()] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def tir_cos_metal(x1: T.Buffer((), "float32"), compute: T.Buffer((), "float32")):
        # with T.sblock("root"):
        with T.sblock("compute"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(x1[()])
            T.writes(compute[()])
            compute[()] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((), dtype="float32", vdevice="metal:0:global"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool1d_metal(x7: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        adaptive_pool_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)))
        for ax0, ax1 in T.grid(T.int64(1), T.int64(1)):
            for ax2 in T.unroll(T.int64(1)):
                with T.sblock("adaptive_pool_avg"):
                    v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                    T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
                    T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2])
                    adaptive_pool_avg[v_ax0, v_ax1, v_ax2] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def min1_metal(x0: T.Buffer((), "float32"), x0_red: T.Buffer((), "float32")):
        # with T.sblock("root"):
        x0_red_global = T.sblock_alloc_buffer(())
        with T.sblock("x0_red"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(x0[()])
            T.writes(x0_red_global[()])
            x0_red_global[()] = T.float32(0.0)
        with T.sblock("x0_red_global"):
            T.reads(x0_red_global[()])
            T.writes(x0_red[()])
            x0_red[()] = x0_red_global[()]

    @T.prim_func(private=True, s_tir=True)
    def tir_cos_metal(x1: T.Buffer((), "float32"), compute: T.Buffer((), "float32")):
        # with T.sblock("root"):
        compute_local = T.sblock_alloc_buffer((), scope="local")
        with T.sblock("compute"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(x1[()])
            T.writes(compute_local[()])
            compute_local[()] = T.float32(0.0)
        with T.sblock("compute_local"):
            T.reads(compute_local[()])
            T.writes(compute[()])
            compute[()] = compute_local[()]

    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((), dtype="float32", vdevice="metal:0:global"):
        return x0
