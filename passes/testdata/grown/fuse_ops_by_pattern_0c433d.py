# RUN: FuseOpsByPattern{"annotate_codegen":true,"bind_constants":true,"patterns":[["assay.drawn","permute_dims(_)","closed"],["assay.drawn","argmin(_)","closed"],["assay.drawn","argmin(_)"],"assay.*"]}
# Shows a mutant of passes/pattern/registry.cc (condition): !AreOfOneFloat(TensorAt(site, "input"), TensorAt(site, "weight"))
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="int8"), x3: R.Tensor((1, 1, 1, 1), dtype="int8")) -> R.Tensor((1, 1, 2, 2), dtype="int8"):
        with R.dataflow():
            lv2: R.Tensor((1, 1, 2, 2), dtype="int8") = R.nn.conv2d(x2, x3, strides=[2, 2], padding=[0, 1, 2, 1], dilation=[2, 2], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            R.output(lv2)
        return lv2
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="int8"), x3: R.Tensor((1, 1, 1, 1), dtype="int8")) -> R.Tensor((1, 1, 2, 2), dtype="int8"):
        with R.dataflow():
            lv2: R.Tensor((1, 1, 2, 2), dtype="int8") = R.nn.conv2d(x2, x3, strides=[2, 2], padding=[0, 1, 2, 1], dilation=[2, 2], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            R.output(lv2)
        return lv2
