# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((6,), dtype="float32"), s: R.Tensor((1,), dtype="float32")) -> R.Tensor((6,), dtype="float32"):
        y: R.Tensor((6,), dtype="float32") = R.slice_scatter(x, s, 3, 5, 2, axis=0)
        return y
