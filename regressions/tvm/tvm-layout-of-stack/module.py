# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="int64") = R.stack((x0,), axis=0)
            lv1: R.Tensor((1,), dtype="int64") = R.sum(lv0, axis=[0], keepdims=False)
            R.output(lv1)
        return lv1
