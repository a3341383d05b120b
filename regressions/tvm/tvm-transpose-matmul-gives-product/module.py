# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), y: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="float32") = R.permute_dims(y, axes=[1, 0])
            lv1: R.Tensor((1, 1), dtype="float32") = R.matmul(x, lv0, out_dtype=None)
            R.output(lv0)
        return lv0
