# RUN: RealizeVDevice
# Shows a mutant of passes/relax/realize_vdevice.cc (comparison): there->vdevice != nullptr
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def entry(x0: R.Tensor((1, 1, 1, 1), dtype="float32"), x2: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1, 1), dtype="float32"))) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        gv0: R.Tensor((1, 1, 1, 1), dtype="float32") = R.hint_on_device(x0, R.device(device_type=2, index=0), "global")
        return gv0

    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        gv0: R.Tensor((1, 1, 1, 1), dtype="float32") = cls.entry(x2, (x2, x2))
        return gv0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def entry(x0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"), x2: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1, 1), dtype="float32"))) -> R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"):
        gv0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global") = x0
        return gv0

    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        gv0: R.Tensor((1, 1, 1, 1), dtype="float32") = cls.entry(x2, (x2, x2))
        return gv0
