# RUN: ToNonDataflow,RemovePurityChecking
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        @R.function
        def inner(y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            z = R.call_pure_packed("my.copy", y, ty_args=(R.Tensor((4,), dtype="float32"),))
            return z
        w = inner(x)
        return w

    @R.function(pure=False)
    def loud(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.print(x, format=R.str("{}"))
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def loud(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.print(x, format=R.str("{}"))
        return x

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        # from tvm.script import relax as R
        
        @R.function
        def inner(y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            R.func_attr({"relax.force_pure": True})
            z: R.Tensor((4,), dtype="float32") = R.call_packed("my.copy", y, ty_args=(R.Tensor((4,), dtype="float32"),))
            return z

        w: R.Tensor((4,), dtype="float32") = inner(x)
        return w
