# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x0: R.Tensor((1, 1, 1), dtype="float32"), x1: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((3, 1), dtype="float32"), x3: R.Tensor((3, 1), dtype="float32"), model_params: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32"), R.Tensor((3, 1), dtype="float32"))) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 4})
        gv7: R.Tensor((3,), dtype="int64") = R.stack((R.const(0, "int64"), R.const(1, "int64"), R.const(1, "int64")), axis=0)
        x4: R.Tensor((1, 1), dtype="float32") = model_params[0]
        return x4
