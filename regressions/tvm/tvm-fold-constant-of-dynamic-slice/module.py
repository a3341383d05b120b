# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float16"), lv2: R.Tensor((3,), dtype="int64")) -> R.Tensor(dtype="float16", ndim=3):
        with R.dataflow():
            lv5: R.Tensor(dtype="float16", ndim=3) = R.dynamic_strided_slice(x0, lv2, lv2, lv2)
            R.output(lv5)
        return lv5
