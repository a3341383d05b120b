# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), i: R.Tensor((1,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=1):
        with R.dataflow():
            y: R.Tensor(dtype="float32", ndim=1) = R.dynamic_strided_slice(x, i, i, i)
            R.output(y)
        return y
