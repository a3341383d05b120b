# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), c: R.Tensor((1,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=1):
        s: R.Shape(ndim=1) = R.tensor_to_shape(c)
        y: R.Tensor(s, dtype="float32") = R.reshape(x, s)
        return y
