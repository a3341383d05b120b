# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def helper(x0: R.Tensor((1,), dtype="uint32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="uint32", vdevice="llvm:0:global"):
        lv0: R.Tensor((1,), dtype="uint32", vdevice="llvm:0:global") = R.hint_on_device(x0, R.device(device_type=2, index=0), "global")
        return lv0

    @R.function
    def main(x1: R.Tensor((1,), dtype="uint32", vdevice="llvm:0:global"), x2: R.Tensor((), dtype="uint32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="uint32", vdevice="llvm:0:global"):
        cls = Module
        lv0: R.Tensor((1,), dtype="uint32", vdevice="llvm:0:global") = cls.helper(x1)
        lv1: R.Tensor((1,), dtype="uint32", vdevice="llvm:0:global") = R.add(x2, lv0)
        return lv1
