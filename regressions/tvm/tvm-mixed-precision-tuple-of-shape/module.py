# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv65: R.Shape(ndim=1), lv66: R.Tensor((1,), dtype="float64")) -> R.Tuple(R.Shape(ndim=1), R.Tensor((1,), dtype="float64")):
        with R.dataflow():
            lv67: R.Tuple(R.Shape(ndim=1), R.Tensor((1,), dtype="float64")) = lv65, lv66
            R.output(lv67)
        return lv67
