# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((2, 2, 2), dtype="float32")) -> R.Tensor((1, 2, 2), dtype="int64"):
        lv: R.Tensor((1, 2, 2), dtype="int64") = R.argmax(x0, axis=0, keepdims=True)
        return lv
