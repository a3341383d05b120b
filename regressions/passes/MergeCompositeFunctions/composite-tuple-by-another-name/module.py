# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper_1(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")):
        R.func_attr({"Composite": "assay.fused"})
        gv2: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")) = x0, x0
        return gv2

    @R.function
    def main(x6: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")):
        cls = Module
        gv6: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")) = cls.helper_1(x6)
        with R.dataflow():
            gv12: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")) = gv6
            R.output(gv12)
        return gv12
