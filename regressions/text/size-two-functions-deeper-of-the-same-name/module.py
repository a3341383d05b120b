# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float16"), gv2: R.Tensor((1, 1), dtype="float32")) -> R.Shape(ndim=1):
        # from tvm.script import relax as R
        
        @R.function
        def gv5(a6: R.Tensor((1, 1, 1, 1), dtype="float16"), a7: R.Tensor((1, 1, 1, 1), dtype="float16"), a8: R.Tensor((), dtype="bool")) -> R.Tensor((1, 1, 1, 1), dtype="float16"):
            # from tvm.script import relax as R
            
            @R.function
            def gv9(a10: R.Tensor((1, 1), dtype="float32"), a11: R.Tensor((1, 1, 1, 1), dtype="float16"), a12: R.Tensor((), dtype="bool")) -> R.Tensor((1, 1), dtype="float32"):
                gv16: R.Shape(ndim=1) = R.tensor_to_shape(R.const([4], "int64"))
                return gv2

            return x0

        gv37: R.Shape(ndim=1) = R.tensor_to_shape(R.const([7], "int64"))
        return gv37
