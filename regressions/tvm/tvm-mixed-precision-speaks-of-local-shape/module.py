# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="float32"):
        with R.dataflow():
            a: R.Shape(ndim=2) = R.tensor_to_shape(s)
            b: R.Tensor(dtype="float32") = R.reshape(x, a)
            R.output(b)
        return b
