# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def batch(x: R.Tensor((2, 2), dtype="float32"), a: R.Tensor((2, 2, 2), dtype="float32"), b: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((2, 2, 2), dtype="uint32"):
        s: R.Tensor((2, 2, 2), dtype="float32") = R.add(a, b)
        y: R.Tensor((2, 2, 2), dtype="uint32") = R.matmul(x, s, out_dtype="uint32")
        return y
