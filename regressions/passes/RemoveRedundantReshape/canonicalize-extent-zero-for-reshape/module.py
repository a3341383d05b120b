# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(gv2: R.Tensor((1, 1, 0, 1), dtype="float32"), gv13: R.Tuple(R.Tensor((1,), dtype="int16"), R.Tensor((1,), dtype="int16"))) -> R.Tuple(R.Tensor((1,), dtype="int16"), R.Tensor((1,), dtype="int16")):
        p2 = T.int64()
        gv8: R.Tensor((1, 1, p2, 1), dtype="float32") = R.match_cast(gv2, R.Tensor((1, 1, p2, 1), dtype="float32"))
        gv12: R.Tensor((1, p2, 1), dtype="float32") = R.reshape(gv8, R.shape([1, p2, 1]))
        return gv13
