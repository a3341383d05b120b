# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x3: R.Tensor((2, 1), dtype="bool")) -> R.Tensor((2, 2, 1), dtype="bool"):
        with R.dataflow():
            lv3: R.Tensor((2, 2, 1), dtype="bool") = R.stack((x3, x3), axis=0)
            R.output(lv3)
        return lv3
