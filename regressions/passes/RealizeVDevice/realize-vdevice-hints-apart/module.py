# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(private=True)
    def helper(x0: R.Tensor((), dtype="float16"), x1: R.Tensor((), dtype="float16")) -> R.Tensor((), dtype="float16"):
        gv0: R.Tensor((), dtype="float16") = R.add(x1, x0)
        gv1: R.Tensor((), dtype="float16") = R.hint_on_device(gv0, R.device(device_type=2, index=0), "global")
        gv2: R.Tensor((), dtype="float16") = R.hint_on_device(x1, R.device(device_type=1, index=0), "global")
        return gv2

    @R.function
    def main(x2: R.Tensor((), dtype="float16")) -> R.Tensor((), dtype="float16"):
        cls = Module
        gv0: R.Tensor((), dtype="float16") = cls.helper(x2, x2)
        return gv0
