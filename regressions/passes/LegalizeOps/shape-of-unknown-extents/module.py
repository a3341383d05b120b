# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), s: R.Shape(ndim=1)) -> R.Tensor(dtype="float32", ndim=1):
        y: R.Tensor(s, dtype="float32") = R.collapse_sum_to(x, s)
        return y
