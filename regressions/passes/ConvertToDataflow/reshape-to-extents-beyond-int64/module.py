# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 1), dtype="float32"), w: R.Tensor((1, 1), dtype="float32"), s: R.Tensor((2,), dtype="int64"), f: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        a: R.Shape(ndim=2) = R.tensor_to_shape(s)
        z: R.Tensor(dtype="float32", ndim=2) = R.reshape(f, a)
        return z
