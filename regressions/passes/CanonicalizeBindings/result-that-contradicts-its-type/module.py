# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(a: R.Tensor((1,), dtype="float64")) -> R.Tensor(dtype="float32", ndim=1):
        y: R.Tensor(ndim=1) = a
        return y
