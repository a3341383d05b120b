# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        if c:
            w: R.Tensor((2, 3), dtype="float32") = R.add(x, x)
            y_then: R.Tensor((2, 3), dtype="float32") = R.multiply(w, w)
            y: R.Tensor((2, 3), dtype="float32") = y_then
        else:
            y_else: R.Tensor((2, 3), dtype="float32") = R.nn.relu(x)
            y: R.Tensor((2, 3), dtype="float32") = y_else
        return y
