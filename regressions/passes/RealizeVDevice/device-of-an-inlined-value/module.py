# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def outlined(gv6: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        gv: R.Tensor((1,), dtype="float32") = R.negative(gv6)
        return gv

    @R.function
    def main(x7: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), gv6: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"):
        cls = Module
        gv6_1: R.Tensor((1,), dtype="float32") = cls.outlined(gv6)
        lv16: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global") = R.right_shift(gv6_1, x7)
        return lv16
