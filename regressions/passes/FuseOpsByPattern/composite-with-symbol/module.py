# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def helper() -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Composite": "assay.fused"})
        gv0: R.Tensor((1,), dtype="float32") = R.zeros(R.shape([1]), dtype="float32")
        return gv0

    @R.function
    def main() -> R.Tensor((1,), dtype="float32"):
        cls = Module
        gv0: R.Tensor((1,), dtype="float32") = cls.helper()
        return gv0
