# RUN: RealizeVDevice
# What a function-typed parameter or a closure is given goes where its type says, also where a hint has moved it away; tuples too.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def hinted(x: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"):
        gv: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global") = R.hint_on_device(x, R.device(device_type=1, index=0), "global")
        return gv

    @R.function
    def main(x: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"), callback: R.Callable((R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"), R.Tuple(R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"), R.Tensor((2,), dtype="float32"))), R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"), True)) -> R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"):
        cls = Module
        gv: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global") = cls.hinted(x)
        gv1: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global") = callback(gv, (gv, gv))
        return gv1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def hinted(x: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((2,), dtype="float32", vdevice="llvm:0:global"):
        gv: R.Tensor((2,), dtype="float32", vdevice="llvm:0:global") = R.to_vdevice(x, dst_vdevice="llvm:0:global")
        return gv

    @R.function
    def main(x: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"), callback: R.Callable((R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"), R.Tuple(R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"), R.Tensor((2,), dtype="float32"))), R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"), True)) -> R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"):
        cls = Module
        gv: R.Tensor((2,), dtype="float32", vdevice="llvm:0:global") = cls.hinted(x)
        moved: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global") = R.to_vdevice(gv, dst_vdevice="cuda:0:global")
        moved_1: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global") = R.to_vdevice(gv, dst_vdevice="cuda:0:global")
        gv1: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global") = callback(moved, (moved_1, gv))
        return gv1
