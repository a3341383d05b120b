# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        if c:
            a: R.Tensor((1, 1), dtype="float32") = R.nn.relu(x)
            d: R.Tensor((1, 1), dtype="float32") = R.sigmoid(a)
            z_then: R.Tensor((1, 1), dtype="float32") = R.add(d, a)
            z: R.Tensor((1, 1), dtype="float32") = z_then
        else:
            e: R.Tensor((1, 1), dtype="float32") = R.sigmoid(x)
            f: R.Tensor((1, 1), dtype="float32") = R.nn.relu(e)
            z_else: R.Tensor((1, 1), dtype="float32") = R.add(f, e)
            z: R.Tensor((1, 1), dtype="float32") = z_else
        return z
