# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global.vtcm"), I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global.texture")]})
    @R.function
    def main(x3: R.Tensor((1, 1), dtype="float64", vdevice="llvm:0:global.vtcm"), gv1: R.Tensor((1, 1), dtype="float64")) -> R.Tensor((), dtype="float64", vdevice="llvm:0:global.vtcm"):
        lv3: R.Tensor((1, 1), dtype="float64") = R.hint_on_device(gv1, R.device(device_type=8, index=0), "global.texture")
        gv5: R.Tensor((), dtype="float64", vdevice="llvm:0:global.vtcm") = R.nn.cross_entropy_with_logits(lv3, x3)
        # from tvm.script import ir as I
        # from tvm.script import relax as R
        
        @R.function
        def closure(gv5_1: R.Tensor((), dtype="float64", vdevice="llvm:0:global.vtcm")) -> R.Tensor((), dtype="float64", vdevice="llvm:0:global.vtcm"):
            return gv5

        gv6: R.Tensor((), dtype="float64", vdevice="llvm:0:global.vtcm") = closure(gv5)
        return gv6
