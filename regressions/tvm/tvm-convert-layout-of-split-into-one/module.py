# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((1, 1, 1), dtype="int16")) -> R.Tensor((1, 1, 1), dtype="int16"):
        with R.dataflow():
            lv4: R.Tensor((1, 1, 1), dtype="int16") = R.split(x4, indices_or_sections=1, axis=0)
            R.output(lv4)
        return lv4
