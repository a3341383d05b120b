# RUN: RealizeVDevice
# Shows a mutant of passes/analysis/infer_vdevices.cc (left-out call): results_.emplace_back(bound, callee->body->body);
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def helper(x0: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")):
        gv0: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global") = R.to_vdevice(x0, dst_vdevice="cuda:0:global")
        return (x0, gv0)

    @R.function
    def main(x5: R.Tensor((1,), dtype="float32"), x6: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        lv12: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) = cls.helper(x5)
        return x6
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def helper(x0: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) -> R.Tuple(R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")):
        gv0: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global") = R.to_vdevice(x0, dst_vdevice="cuda:0:global")
        return (x0, gv0)

    @R.function
    def main(x5: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), x6: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        lv12: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) = cls.helper(x5)
        return x6
