# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), i: R.Tensor((1,), dtype="int64"), u: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        y: R.Tensor((1,), dtype="float32") = R.scatter_elements(x, i, u, axis=1, reduction="update")
        return y
