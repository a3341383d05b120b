# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), x2: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), x10: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), x11: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), gv1: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"):
        gv21: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) = R.nn.batch_norm(gv1, x2, x1, x10, x11, axis=-4, epsilon=1.0000000000000001e-05, center=False, scale=True, momentum=0.10000000000000001, training=False)
        return x10
