# RUN: KillAfterLastUse
# Shows a mutant of passes/lower/kill_after_last_use.cc (left-out call): wait(kills.objects, waiting_.objects);
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1),), "float32"), a1: T.Buffer((T.int64(1),), "float32"), out0: T.Buffer((T.int64(1),), "float16"), out1: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1),), "float64")
        t1 = T.sblock_alloc_buffer((T.int64(1),), "float64")
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads()
            T.writes(t0[v0])
            t0[v0] = T.float64(2.1875)

    @R.function(pure=False)
    def main(x0: R.Tensor((1,), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1,), dtype="float16"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.kernel, (x0, x0), out_ty=[R.Tensor((1,), dtype="float16"), R.Tensor((1, 1), dtype="float32")])
            R.output(lv0)
        with R.dataflow():
            lv14: R.Tensor((1,), dtype="float16") = lv0[0]
            R.output(lv14)
        return lv14
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1),), "float32"), a1: T.Buffer((T.int64(1),), "float32"), out0: T.Buffer((T.int64(1),), "float16"), out1: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1),), "float64")
        t1 = T.sblock_alloc_buffer((T.int64(1),), "float64")
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads()
            T.writes(t0[v0])
            t0[v0] = T.float64(2.1875)

    @R.function(pure=False)
    def main(x0: R.Tensor((1,), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1,), dtype="float16"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.kernel, (x0, x0), out_ty=[R.Tensor((1,), dtype="float16"), R.Tensor((1, 1), dtype="float32")])
            lv14: R.Tensor((1,), dtype="float16") = lv0[0]
            R.output(lv0, lv14)
        R.vm.kill_object(lv0)
        return lv14
