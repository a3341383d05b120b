# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(pure=False)
    def main(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        gv2: R.Tensor((1, 1, 1), dtype="float32") = R.hint_on_device(x0, R.device(device_type=2, index=0), "global")
        R.memory.kill_tensor(gv2)
        return x0
