# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32"), x5: R.Tensor((1,), dtype="int32"), x6: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        # from tvm.script import relax as R
        
        @R.function
        def gv5(a3: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1,), dtype="int32"):
            gv4: R.Tuple(R.Tensor((1, 1), dtype="int32"), R.Tensor((1, 1), dtype="int32")) = R.meshgrid((x5, x6), indexing="ij")
            return x6

        gv6: R.Tensor((1,), dtype="int32") = gv5(x2)
        return gv6
