# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        gv0: R.Tensor((), dtype="float32") = R.nn.gelu_tanh(x0)
        return gv0
