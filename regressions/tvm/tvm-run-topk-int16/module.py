# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x7: R.Tensor((1, 1, 1), dtype="int16"), lv8: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        lv7: R.Tensor((1, 1, 1), dtype="int64") = R.topk(x7, k=2, axis=2, ret_type="indices", largest=False, dtype="int64")
        return lv8
