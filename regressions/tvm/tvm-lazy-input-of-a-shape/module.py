# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(a: R.Shape(ndim=2), f: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        with R.dataflow():
            z: R.Tensor(dtype="float32", ndim=2) = R.reshape(f, a)
            R.output(z)
        return z
