# RUN: DataflowUseInplaceCalls
# Shows a mutant of passes/analysis/block_storage.cc (left-out call): flat.Merge(*next);
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), lv1: R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global"):
        with R.dataflow():
            lv1_1: R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global") = R.negative(lv1)
            lv9: R.Tuple(R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global")) = x1, x1, lv1_1
            lv28: R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global") = R.add(lv1_1, lv1_1)
            R.output(lv9, lv28)
        return lv28
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), lv1: R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global"):
        with R.dataflow():
            lv1_1: R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global") = R.negative(lv1)
            lv9: R.Tuple(R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global")) = x1, x1, lv1_1
            lv28: R.Tensor((1, 1, 1), dtype="uint8", vdevice="cuda:0:global") = R.add(lv1_1, lv1_1)
            R.output(lv9, lv28)
        return lv28
