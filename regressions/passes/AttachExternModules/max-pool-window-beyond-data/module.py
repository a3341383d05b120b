# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="int64", vdevice="metal:0:global"), x1: R.Tensor((1, 1, 1, 1), dtype="int64", vdevice="metal:0:global"), x2: R.Tensor((2, 2, 2, 1), dtype="int64", vdevice="metal:0:global"), x3: R.Tensor((1, 1, 1, 2), dtype="int64", vdevice="metal:0:global"), x4: R.Tensor((1, 2, 1, 1), dtype="int64", vdevice="metal:0:global"), x5: R.Tensor((1, 2, 1, 1), dtype="float32", vdevice="metal:0:global"), x6: R.Tensor((2, 1, 1, 1), dtype="float32", vdevice="metal:0:global"), x8: R.Tensor((1, 1, 1, "k"), dtype="float16", vdevice="metal:0:global")) -> R.Tensor((1, 1, 2, "(k - 5) // 2 + 1"), dtype="float16", vdevice="metal:0:global"):
        k = T.int64()
        lv6: R.Tensor((1, 1, 2, (k - 5) // 2 + 1), dtype="float16", vdevice="metal:0:global") = R.nn.max_pool2d(x8, pool_size=[1, 3], strides=[3, 2], dilation=[2, 2], padding=[2, 0, 1, 0], ceil_mode=False, count_include_pad=False, layout="NCHW", out_layout="NCHW")
        return lv6
