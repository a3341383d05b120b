# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32"), x1: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        R.func_attr({"num_input": 1})
        return x0
