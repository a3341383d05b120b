# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        if c:
            a: R.Tensor((2,), dtype="float32") = R.concat((x, x), axis=0)
            y: R.Tensor(dtype="float32", ndim=1) = a
        else:
            b: R.Tensor((1,), dtype="float32") = R.zeros(R.shape([1]), dtype="float32")
            y: R.Tensor(dtype="float32", ndim=1) = b
        return y
