# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((2, 0, 2), dtype="float16")) -> R.Tensor((2, 0, 2), dtype="bool"):
        gv2: R.Tensor((2, 0, 2), dtype="bool") = R.isinf(x2)
        return gv2
