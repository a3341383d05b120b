# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv17: R.Tensor((), dtype="uint64")) -> R.Tensor((), dtype="float16"):
        with R.dataflow():
            lv18: R.Tensor((), dtype="float16") = R.wrap_param(lv17, dtype="float16")
            lv19: R.Tensor((), dtype="float16") = R.sigmoid(lv18)
            R.output(lv19)
        return lv19
