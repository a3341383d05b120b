# RUN: RealizeVDevice
# A function whose result comes to lie elsewhere: its calls say so.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "tag": ""}, 0, "global"), I.vdevice({"keys": ["cuda", "gpu"], "kind": "cuda", "tag": ""}, 0, "global")]})

    @R.function(private=True)
    def moved(x: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global"):
        y: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global") = R.hint_on_device(x, R.device(2, 0), "global")
        z: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global") = R.add(y, y)
        return z

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global"):
        cls = Module
        y: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global") = cls.moved(x)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def moved(x: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((2, 3), dtype="float32", vdevice="cuda:0:global"):
        y: R.Tensor((2, 3), dtype="float32", vdevice="cuda:0:global") = R.to_vdevice(x, dst_vdevice="cuda:0:global")
        z: R.Tensor((2, 3), dtype="float32", vdevice="cuda:0:global") = R.add(y, y)
        return z

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((2, 3), dtype="float32", vdevice="cuda:0:global"):
        cls = Module
        y: R.Tensor((2, 3), dtype="float32", vdevice="cuda:0:global") = cls.moved(x)
        return y
