# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="float32")) -> R.Tensor(dtype="float32", ndim=0):
        with R.dataflow():
            lv1: R.Shape([]) = R.shape_of(x0)
            lv2: R.Tensor(lv1, dtype="float32") = R.match_cast(x0, R.Tensor(lv1, dtype="float32"))
            R.output(lv1, lv2)
        return lv2
