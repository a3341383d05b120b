# RUN: RealizeVDevice
# Shows a mutant of passes/relax/realize_vdevice.cc (left-out call): args.push_back(arg);
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def helper_1(x0: R.Tensor((), dtype="bool")) -> R.Tensor((), dtype="bool"):
        return x0

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="bool"), x1: R.Tensor((), dtype="bool"), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x3: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="bool"):
        cls = Module
        if x1:
            gv0: R.Tensor(dtype="int64", ndim=2) = R.nonzero(x0)
            gv1: R.Tensor((1, 1), dtype="bool") = x0
            gv5: R.Tensor((1, 1), dtype="bool") = gv1
        else:
            gv2: R.Tensor((), dtype="bool") = R.logical_or(x1, x1)
            gv3: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.group_norm(x2, x3, x3, num_groups=1, channel_axis=1, axes=[0, 2, 3], epsilon=1.0000000000000001e-05, center=True, scale=True)
            gv4: R.Tensor((1, 1), dtype="bool") = x0
            gv5: R.Tensor((1, 1), dtype="bool") = gv4
        gv11: R.Tensor((), dtype="bool") = cls.helper_1(x1)
        gv13: R.Tensor((1, 1), dtype="bool") = R.hint_on_device(gv5, R.device(device_type=1, index=0), "global")
        return gv13
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def helper_1(x0: R.Tensor((), dtype="bool", vdevice="llvm:0:global")) -> R.Tensor((), dtype="bool", vdevice="llvm:0:global"):
        return x0

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global"), x1: R.Tensor((), dtype="bool", vdevice="llvm:0:global"), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x3: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global"):
        cls = Module
        if x1:
            gv0: R.Tensor(dtype="int64", ndim=2, vdevice="llvm:0:global") = R.nonzero(x0)
            gv1: R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global") = x0
            gv5: R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global") = gv1
        else:
            gv2: R.Tensor((), dtype="bool", vdevice="llvm:0:global") = R.logical_or(x1, x1)
            gv3: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.group_norm(x2, x3, x3, num_groups=1, channel_axis=1, axes=[0, 2, 3], epsilon=1.0000000000000001e-05, center=True, scale=True)
            gv4: R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global") = x0
            gv5: R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global") = gv4
        gv11: R.Tensor((), dtype="bool") = cls.helper_1(x1)
        gv13: R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global") = gv5
        return gv13
