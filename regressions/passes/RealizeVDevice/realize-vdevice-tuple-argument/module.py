# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def helper(x1: R.Tuple(R.Tensor((1,), dtype="int32", vdevice="cuda:0:global"), R.Tensor((1,), dtype="int32", vdevice="cuda:0:global")), x2: R.Tensor((1,), dtype="int32", vdevice="cuda:0:global")) -> R.Tensor((1,), dtype="int32", vdevice="cuda:0:global"):
        gv1: R.Tensor((1,), dtype="int32", vdevice="cuda:0:global") = R.hint_on_device(x2, R.device(device_type=1, index=0), "global")
        return gv1

    @R.function
    def main(x4: R.Tensor((1,), dtype="int32", vdevice="cuda:0:global")) -> R.Tensor((1,), dtype="int32", vdevice="cuda:0:global"):
        cls = Module
        gv8: R.Tensor((1,), dtype="int32", vdevice="cuda:0:global") = cls.helper((x4, x4), x4)
        gv14: R.Tensor((1,), dtype="int32", vdevice="cuda:0:global") = cls.helper((gv8, gv8), gv8)
        return gv14
