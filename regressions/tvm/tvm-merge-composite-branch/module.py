# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        if c:
            a: R.Tensor((1,), dtype="float32") = R.add(x, x)
            z: R.Tensor((1,), dtype="float32") = a
        else:
            b: R.Tensor((1,), dtype="float32") = R.exp(x)
            z: R.Tensor((1,), dtype="float32") = b
        return z
