# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv3: R.Tensor((2, 1), dtype="int64"), lv4: R.Tensor((2,), dtype="int64"), lv5: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="int64", ndim=2):
        with R.dataflow():
            lv7: R.Tensor(dtype="int64", ndim=2) = R.dynamic_strided_slice(lv3, lv4, lv5, lv4)
            R.output(lv7)
        return lv7
