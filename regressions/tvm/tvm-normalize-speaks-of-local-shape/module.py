# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(s: R.Tensor((1,), dtype="int64"), f: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        with R.dataflow():
            a: R.Shape(ndim=1) = R.tensor_to_shape(s)
            f_1: R.Tensor((1,), dtype="float32") = R.negative(f)
            z: R.Tensor(dtype="float32", ndim=1) = R.reshape(f_1, a)
            R.output(z)
        return z
