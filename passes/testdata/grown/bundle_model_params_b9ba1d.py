# RUN: BundleModelParams
# Shows a mutant of passes/relax/bundle_model_params.cc (comparison): type == binding->var->type
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function(private=True)
    def helper(x1: R.Tensor((1,), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
        lv0: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = R.broadcast_to(x1, R.shape([1, 1]))
        return lv0

    @R.function
    def main(x2: R.Tensor((1,), dtype="float32", vdevice="metal:0:global"), x3: R.Tensor((1, 1, 1, 1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1, 1, 1, 1), dtype="float32", vdevice="metal:0:global"):
        cls = Module
        gv3: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = cls.helper(x2)
        return x3
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function(private=True)
    def helper(x1: R.Tensor((1,), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
        lv0: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = R.broadcast_to(x1, R.shape([1, 1]))
        return lv0

    @R.function
    def main(x2: R.Tensor((1,), dtype="float32", vdevice="metal:0:global"), x3: R.Tensor((1, 1, 1, 1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1, 1, 1, 1), dtype="float32", vdevice="metal:0:global"):
        cls = Module
        gv3: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = cls.helper(x2)
        return x3
