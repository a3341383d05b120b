# RUN: RealizeVDevice
# Shows a mutant of passes/relax/realize_vdevice.cc (negation): same
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def moved(x: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        y: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.hint_on_device(x, R.device(device_type=2, index=0), "global")
        return y

    @R.function(private=True)
    def outlined(x: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        cls = Module
        gv: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = cls.moved(x)
        return gv

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        cls = Module
        y: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = cls.outlined(x)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def moved(x: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"):
        y: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global") = R.to_vdevice(x, dst_vdevice="cuda:0:global")
        return y

    @R.function(private=True)
    def outlined(x: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"):
        cls = Module
        gv: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global") = cls.moved(x)
        return gv

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"):
        cls = Module
        y: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global") = cls.outlined(x)
        return y
