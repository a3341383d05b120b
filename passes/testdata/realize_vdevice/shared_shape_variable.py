# RUN: RealizeVDevice
# One shape variable stands in the types of tensors on two devices: it lies nowhere, and ties nothing together.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "tag": ""}, 0, "global"), I.vdevice({"keys": ["cuda", "gpu"], "kind": "cuda", "tag": ""}, 0, "global")]})
    @R.function
    def main(x: R.Tensor(dtype="float32", ndim=2), y: R.Tensor(dtype="float32", ndim=2)) -> R.Tuple(R.Tensor(dtype="float32", ndim=2), R.Tensor(dtype="float32", ndim=2)):
        s: R.Shape(ndim=2) = R.shape_of(x)
        a: R.Tensor(s, dtype="float32") = R.match_cast(x, R.Tensor(s, dtype="float32"))
        b: R.Tensor(s, dtype="float32") = R.match_cast(y, R.Tensor(s, dtype="float32"))
        c = R.hint_on_device(a, R.device(1, 0), "global")
        d = R.hint_on_device(b, R.device(2, 0), "global")
        return (c, d)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x: R.Tensor(dtype="float32", ndim=2, vdevice="llvm:0:global"), y: R.Tensor(dtype="float32", ndim=2, vdevice="cuda:0:global")) -> R.Tuple(R.Tensor(dtype="float32", ndim=2, vdevice="llvm:0:global"), R.Tensor(dtype="float32", ndim=2, vdevice="cuda:0:global")):
        s: R.Shape(ndim=2) = R.shape_of(x)
        a: R.Tensor(s, dtype="float32") = R.match_cast(x, R.Tensor(s, dtype="float32"))
        b: R.Tensor(s, dtype="float32") = R.match_cast(y, R.Tensor(s, dtype="float32"))
        c: R.Tensor(s, dtype="float32", vdevice="llvm:0:global") = R.to_vdevice(a, dst_vdevice="llvm:0:global")
        d: R.Tensor(s, dtype="float32", vdevice="cuda:0:global") = R.to_vdevice(b, dst_vdevice="cuda:0:global")
        return (c, d)
