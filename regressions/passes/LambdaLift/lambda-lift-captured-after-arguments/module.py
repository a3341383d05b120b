# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1,), dtype="bool"), gv0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="bool"):
        # from tvm.script import relax as R
        
        @R.function
        def gv13(a11: R.Tensor((1,), dtype="bool")) -> R.Tensor((1,), dtype="bool"):
            gv12: R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="int64")) = R.median(gv0, axis=[-1], keepdims=False)
            return a11

        gv14: R.Tensor((1,), dtype="bool") = gv13(x1)
        return gv14
