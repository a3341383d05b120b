# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper_transform_params(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="float32")):
        gv1: R.Tuple(R.Tensor((1, 1), dtype="float32")) = (x0,)
        return gv1

    @R.function
    def main(x3: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="float32")):
        cls = Module
        gv13: R.Tuple(R.Tensor((1, 1), dtype="float32")) = cls.helper_transform_params(x3)
        return gv13
