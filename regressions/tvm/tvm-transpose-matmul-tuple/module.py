# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2), dtype="float32"), y: R.Tensor((5, 2), dtype="float32")) -> R.Tensor((2, 1), dtype="float32"):
        with R.dataflow():
            lv0: R.Tensor((2, 1), dtype="float32") = R.permute_dims(x, axes=[1, 0])
            lv1: R.Tensor((5, 1), dtype="float32") = R.matmul(y, lv0, out_dtype=None)
            lv2: R.Tensor((5, 1), dtype="float32") = R.exp(lv1)
            R.output(lv0)
        return lv0
