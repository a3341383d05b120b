# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1, 1), dtype="float32"), lv1: R.Tensor((1,), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="float32"):
        lv3: R.Tensor((1, 1, 1), dtype="float32") = R.index_tensor(x2, (lv1,))
        return lv3
