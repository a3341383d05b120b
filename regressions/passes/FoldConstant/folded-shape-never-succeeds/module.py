# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(f: R.Tensor(dtype="float64", ndim=1)) -> R.Tensor(dtype="float64", ndim=2):
        with R.dataflow():
            a: R.Shape(ndim=2) = R.tensor_to_shape(R.const([3, -4], "int64"))
            z: R.Tensor(dtype="float64", ndim=2) = R.reshape(f, a)
            R.output(z)
        return z
