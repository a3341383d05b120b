# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x3: R.Tensor((), dtype="int64"), gv2: R.Tensor((1,), dtype="int64"), gv10: R.Tensor((2, 1), dtype="float32")) -> R.Tensor((2, 1), dtype="float32"):
        gv2_1: R.Tensor((1,), dtype="int64") = R.negative(gv2)
        # from tvm.script import relax as R
        
        @R.function
        def gv8(a6: R.Tensor((2, 2, 2), dtype="float32")) -> R.Tensor((1,), dtype="int64"):
            gv7: R.Tensor((1,), dtype="int64") = R.bitwise_and(gv2_1, x3)
            return gv7

        gv10_1: R.Tensor((2, 1), dtype="float32") = R.negative(gv10)
        return gv10_1
