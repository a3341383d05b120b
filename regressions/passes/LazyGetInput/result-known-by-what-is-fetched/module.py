# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(z: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        q: R.Tensor(dtype="float32", ndim=1) = z
        return q
