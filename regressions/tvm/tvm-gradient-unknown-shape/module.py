# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(dtype="float32", ndim=1), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            lv0: R.Tensor((), dtype="float32") = R.sum(y, axis=None, keepdims=False)
            R.output(lv0)
        return lv0
