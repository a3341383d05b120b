# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="int16")) -> R.Tensor((1,), dtype="int16"):
        lv0: R.Tuple(R.Tensor((1,), dtype="int16")) = R.meshgrid((x,), indexing="ij")
        lv1: R.Tensor((1,), dtype="int16") = lv0[0]
        return lv1
