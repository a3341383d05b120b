# RUN: RealizeVDevice
# Hints for two devices within what lies together: all of it goes to the first that the module lists, and what has a hint for
# the second is moved. Each hint for itself would leave one operand of the sum here and the other one there.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((3,), dtype="float32"), y: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        a: R.Tensor((3,), dtype="float32") = R.add(x, y)
        b: R.Tensor((3,), dtype="float32") = R.hint_on_device(a, R.device(device_type=2, index=0), "global")
        c: R.Tensor((3,), dtype="float32") = R.hint_on_device(x, R.device(device_type=1, index=0), "global")
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((3,), dtype="float32", vdevice="llvm:0:global"), y: R.Tensor((3,), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((3,), dtype="float32", vdevice="llvm:0:global"):
        a: R.Tensor((3,), dtype="float32", vdevice="llvm:0:global") = R.add(x, y)
        b: R.Tensor((3,), dtype="float32", vdevice="cuda:0:global") = R.to_vdevice(a, dst_vdevice="cuda:0:global")
        c: R.Tensor((3,), dtype="float32", vdevice="llvm:0:global") = x
        return c
