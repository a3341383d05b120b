# RUN: RealizeVDevice
# Shows a mutant of passes/rewrite/relax_mutator.cc (comparison): target != binding->target
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        lv3: R.Tensor((1,), dtype="int32") = R.hint_on_device(x1, R.device(device_type=8, index=0), "global")
        gv7: R.Tensor((1,), dtype="int32") = R.match_cast(lv3, R.Tensor((1,), dtype="int32"))
        return gv7
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1,), dtype="int32", vdevice="metal:0:global")) -> R.Tensor((1,), dtype="int32"):
        lv3: R.Tensor((1,), dtype="int32", vdevice="metal:0:global") = x1
        gv7: R.Tensor((1,), dtype="int32") = R.match_cast(lv3, R.Tensor((1,), dtype="int32"))
        return gv7
