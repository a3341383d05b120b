# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), s: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        y: R.Tensor(s, dtype="float32") = R.broadcast_to(x, s)
        return y
