# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        # from tvm.script import relax as R
        
        @R.function
        def inner(a: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
            b: R.Tensor((2, 3), dtype="float32") = R.add(a, y)
            return b

        # from tvm.script import relax as R
        
        @R.function(pure=False)
        def inner2(a: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
            R.func_attr({"k": "v"})
            b: R.Tensor((2, 3), dtype="float32") = R.call_packed("f", a, ty_args=(R.Tensor((2, 3), dtype="float32"),))
            return b

        z: R.Tensor((2, 3), dtype="float32") = inner(x)
        return z
