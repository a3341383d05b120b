# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((1, 1, 1), dtype="float64")) -> R.Tensor(dtype="float64", ndim=1):
        with R.dataflow():
            lv7: R.Shape(ndim=1) = R.tensor_to_shape(R.const([1], "int64"))
            lv_1: R.Tensor(lv7, dtype="float64") = R.collapse_sum_to(x6, lv7)
            R.output(lv7, lv_1)
        return lv_1
