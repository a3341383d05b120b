# RUN: ConvertLayout{"desired_layouts":{"relax.nn.conv2d":["NHWC","OHWI"]}}
# Shows a mutant of passes/relax/convert_layout.cc (condition): Is<Tuple>(value)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"), x3: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"), x7: R.Tensor((1, 1, 1), dtype="bfloat16", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1), dtype="bfloat16", vdevice="cuda:0:global"):
        with R.dataflow():
            lv2: R.Tensor((1, 1, 4, 2), dtype="float32", vdevice="cuda:0:global") = R.nn.conv2d(x2, x3, strides=[1, 2], padding=[2, 1, 1, 2], dilation=[2, 2], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            lv6: R.Tensor((1, 1, 4, 2), dtype="float32", vdevice="cuda:0:global") = lv2
            R.output()
        return x7
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"), x3: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global"), x7: R.Tensor((1, 1, 1), dtype="bfloat16", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1), dtype="bfloat16", vdevice="cuda:0:global"):
        with R.dataflow():
            lv: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global") = R.permute_dims(x2, axes=[0, 2, 3, 1])
            lv_1: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global") = R.permute_dims(x3, axes=[0, 2, 3, 1])
            lv2: R.Tensor((1, 4, 2, 1), dtype="float32", vdevice="cuda:0:global") = R.nn.conv2d(lv, lv_1, strides=[1, 2], padding=[2, 1, 1, 2], dilation=[2, 2], groups=1, data_layout="NHWC", kernel_layout="OHWI", out_layout="NHWC", out_dtype=None)
            lv6: R.Tensor((1, 1, 4, 2), dtype="float32", vdevice="cuda:0:global") = R.permute_dims(lv2, axes=[0, 3, 1, 2])
            R.output()
        return x7
