# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper_2(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        R.func_attr({"Primitive": True})
        gv1: R.Tensor((1, 1, 1, 1), dtype="float32") = R.expand_dims(x0, axis=[-2])
        return gv1

    @R.function
    def main(x3: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=4):
        cls = Module
        gv5: R.Tensor(dtype="float32", ndim=4) = cls.helper_2(x3)
        return gv5
