# RUN: UpdateVDevice{"new_vdevice":{"target":{"kind":"metal"},"vdevice_id":1,"memory_scope":"global"},"index":1}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "tag": ""}, 0, "global"), I.vdevice({"keys": ["cuda", "gpu"], "kind": "cuda", "tag": ""}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((2,), dtype="float32", vdevice="llvm:0"), y: R.Tensor((2,), dtype="float32", vdevice="cuda:0")) -> R.Tensor((2,), dtype="float32", vdevice="cuda:0"):
        z: R.Tensor((2,), dtype="float32", vdevice="cuda:0") = R.add(y, y)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 1, "global")]})
    @R.function
    def main(x: R.Tensor((2,), dtype="float32", vdevice="llvm:0:global"), y: R.Tensor((2,), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((2,), dtype="float32", vdevice="metal:0:global"):
        z: R.Tensor((2,), dtype="float32", vdevice="metal:0:global") = R.add(y, y)
        return z
