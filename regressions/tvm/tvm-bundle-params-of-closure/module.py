# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), w: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"num_input": 1})
        # from tvm.script import relax as R
        
        @R.function
        def f(a: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            return w

        return x
