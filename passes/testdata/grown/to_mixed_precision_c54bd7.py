# RUN: ToMixedPrecision
# Shows a mutant of passes/analysis/precision_uses.cc (comparison): dtype != DType::Float(16)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="uint32", vdevice="llvm:0:global"), x2: R.Tensor((1, 1, 1, 1), dtype="uint32", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="uint32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv0: R.Tensor((1, 1, 4, 2), dtype="uint32", vdevice="llvm:0:global") = R.nn.conv2d(x1, x2, strides=[1, 2], padding=[1, 1, 2, 1], dilation=[2, 2], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            R.output(lv0)
        return x1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="uint32", vdevice="llvm:0:global"), x2: R.Tensor((1, 1, 1, 1), dtype="uint32", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="uint32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv0: R.Tensor((1, 1, 4, 2), dtype="uint32", vdevice="llvm:0:global") = R.nn.conv2d(x1, x2, strides=[1, 2], padding=[1, 1, 2, 1], dilation=[2, 2], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            R.output(lv0)
        return x1
