# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        # from tvm.script import relax as R
        
        @R.function
        def closure(gv1: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
            gv: R.Tensor((1, 1, 1), dtype="float32") = R.exp(gv1)
            return gv

        return x0
