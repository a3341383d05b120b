# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1, 1), dtype="float16"), x2: R.Tensor((), dtype="uint64")) -> R.Tensor((1, 1), dtype="float16"):
        return x0

    @R.function
    def main(x12: R.Tensor((1, 1), dtype="float16"), lv3: R.Tensor((), dtype="uint64"), gv14: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float16"):
        cls = Module
        with R.dataflow():
            lv3_1: R.Tensor((), dtype="uint64") = R.negative(lv3)
            lv5: R.Tuple(R.Tensor((), dtype="uint64")) = (lv3_1,)
            R.output(lv5)
        gv14_1: R.Tensor((1, 1, 1), dtype="float32") = R.negative(gv14)
        with R.dataflow():
            lv16: R.Tensor((), dtype="uint64") = lv5[0]
            lv18: R.Tensor((1, 1), dtype="float16") = cls.helper(x12, lv16)
            R.output(lv16, lv18)
        return lv18
