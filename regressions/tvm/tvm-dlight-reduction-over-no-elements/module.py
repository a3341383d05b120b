# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((0,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        y: R.Tensor((), dtype="float32") = R.einsum((x, x), subscripts="i,i->")
        return y
