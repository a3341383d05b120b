# RUN: FuseOpsByPattern{"annotate_codegen":true,"bind_constants":true,"patterns":[["assay.drawn","permute_dims(nn.layer_norm(_, _, _))","closed"],["assay.drawn","matmul(_, const)"],"assay.*"]}
# Shows a mutant of passes/pattern/registry.cc (condition): (first || last)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x7: R.Tensor((1, 1, 1, 1), dtype="float32"), x8: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 2, 2, 1), dtype="float32"):
        with R.dataflow():
            lv11: R.Tensor((1, 2, 2, 1), dtype="float32") = R.nn.conv2d(x7, x8, strides=[2, 2], padding=[2, 2, 0, 0], dilation=[2, 2], groups=1, data_layout="NHWC", kernel_layout="HWIO", out_layout="NHWC", out_dtype=None)
            R.output(lv11)
        return lv11
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x7: R.Tensor((1, 1, 1, 1), dtype="float32"), x8: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 2, 2, 1), dtype="float32"):
        with R.dataflow():
            lv11: R.Tensor((1, 2, 2, 1), dtype="float32") = R.nn.conv2d(x7, x8, strides=[2, 2], padding=[2, 2, 0, 0], dilation=[2, 2], groups=1, data_layout="NHWC", kernel_layout="HWIO", out_layout="NHWC", out_dtype=None)
            R.output(lv11)
        return lv11
