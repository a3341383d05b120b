# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_relax_nn_layer_norm_assay(x0: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        R.func_attr({"Codegen": "assay"})
        return x0

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        lv0: R.Tensor((1, 1, 1, 1), dtype="float32") = cls.fused_relax_nn_layer_norm_assay(x0)
        return lv0
