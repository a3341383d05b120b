# RUN: DecomposeOpsForTraining
# Shows a mutant of passes/relax/decompose_ops.cc (condition): (axis->value < 0 ? axis->value + type->rank : axis->value) != type->rank - count + i
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x3: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"), x6: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), x7: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"):
        gv7: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global") = R.nn.layer_norm(x3, x6, x7, axes=[1], epsilon=1.0000000000000001e-05, center=True, scale=True)
        return gv7
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x3: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"), x6: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), x7: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"):
        gv7: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global") = R.nn.layer_norm(x3, x6, x7, axes=[1], epsilon=1.0000000000000001e-05, center=True, scale=True)
        return gv7
