# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_nn_relu(x2: R.Tensor((1,), dtype="int16")) -> R.Tensor((1,), dtype="int16"):
        R.func_attr({"Composite": "assay.activation"})
        return x2

    @R.function
    def main(x2: R.Tensor((1,), dtype="int16")) -> R.Tensor((1,), dtype="int16"):
        cls = Module
        with R.dataflow():
            lv1: R.Tensor((1,), dtype="int16") = cls.fused_relax_nn_relu(x2)
            R.output(lv1)
        with R.dataflow():
            lv9: R.Tuple(R.Tensor((1,), dtype="int16"), R.Tensor((1,), dtype="int16")) = x2, lv1
            lv11: R.Tensor((1,), dtype="int16") = lv1
            R.output(lv11)
        return lv11
