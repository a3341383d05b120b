# RUN: FuseOpsByPattern{"patterns":["dnnl.conv2d"]}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        return x
# ---
# error: unknown pattern 'dnnl.conv2d': expected one of assay.conv2d_bias_residual_relu, assay.matmul_bias_residual, assay.matmul_bias_scaled, assay.conv2d_bias_relu, assay.conv2d_bias_silu, assay.conv2d_bias, assay.conv2d_relu, assay.conv2d, assay.conv1d_relu, assay.conv2d_transpose_bias, assay.matmul_transposed_bias_activation, assay.matmul_bias_relu, assay.matmul_bias_gelu, assay.matmul_bias, assay.matmul_transposed, assay.matmul, assay.attention_written_out, assay.stacked_attention, assay.attention_bias, assay.attention, …
