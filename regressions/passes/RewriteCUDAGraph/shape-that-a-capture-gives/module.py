# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x5: R.Tensor((1, 3), dtype="float32"), x6: R.Tensor((3, 3), dtype="float32"), gv2: R.Tensor((3, 3, 1, 3), dtype="float32"), lv6: R.Tensor((1, 1), dtype="float16"), lv11: R.Tensor((3, 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"num_input": 4})
        lv12: R.Shape([3, 1]) = R.shape_of(lv11)
        lv13: R.Tensor(lv12, dtype="float32") = R.memory.view(x6, lv12, R.tuple(), 24)
        return lv13
