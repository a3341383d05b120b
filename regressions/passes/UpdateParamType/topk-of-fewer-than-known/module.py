# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="int32"):
        lv1: R.Tensor((1, 1), dtype="int32") = R.topk(x1, k=3, axis=-2, ret_type="indices", largest=True, dtype="int32")
        return lv1
