# RUN: UpdateVDevice{"index":0,"new_vdevice":{"memory_scope":"global","target":{"arch":"sm_50","keys":["cuda","gpu"],"kind":"cuda","max_num_threads":1024,"tag":"","thread_warp_size":32},"vdevice_id":0}}
# Shows a mutant of passes/analysis/vdevices.cc (comparison): index < 0
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
