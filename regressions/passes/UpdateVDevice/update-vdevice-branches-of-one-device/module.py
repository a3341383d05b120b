# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x4: R.Tensor((), dtype="bool", vdevice="cuda:0:global"), x9: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"), gv4: R.Tensor((), dtype="bool", vdevice="llvm:0:global")) -> R.Tuple:
        if x4:
            gv7: R.Tensor = gv4
        else:
            gv7: R.Tensor = x9
        return R.tuple()
