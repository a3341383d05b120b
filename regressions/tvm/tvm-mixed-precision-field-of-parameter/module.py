# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv1: R.Tuple(R.Tensor((1,), dtype="int64"), R.Tensor((1, 1, 1), dtype="float32"))) -> R.Tensor((1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv3: R.Tensor((1, 1, 1), dtype="float32") = lv1[1]
            R.output(lv3)
        return lv3
