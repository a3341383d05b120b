# RUN: CombineParallelMatmul
# Shows a mutant of passes/analysis/matmul_branches.cc (condition): block->is_dataflow
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), x2: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), x3: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"):
        gv0: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global") = R.matmul(x1, x2, out_dtype=None)
        gv1: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global") = R.matmul(x1, x3, out_dtype=None)
        return gv1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), x2: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), x3: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"):
        gv: R.Tensor((1, 2), dtype="float32", vdevice="cuda:0:global") = R.concat((x2, x3), axis=1)
        gv_1: R.Tensor((1, 2), dtype="float32", vdevice="cuda:0:global") = R.matmul(x1, gv, out_dtype="float32")
        gv_2: R.Tuple(R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global")) = R.split(gv_1, indices_or_sections=[1], axis=1)
        gv1: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global") = gv_2[1]
        return gv1
