# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv1: R.Tensor((1, 1), dtype="int64"), lv3: R.Tensor((1, 1), dtype="int64")) -> R.Tensor((1, 1), dtype="int64"):
        with R.dataflow():
            lv4: R.Tensor((1, 1), dtype="int64") = R.matmul(lv1, lv3, out_dtype=None)
            lv7: R.Tensor((1, 1), dtype="int64") = R.add(lv1, lv4)
            R.output(lv7)
        return lv7
