# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((1, 1, 1, "n"), dtype="float32"), gv13: R.Tensor((1, 1, "(T.max(T.min(4, n) - T.min(3, n), 0) + 1) // 2", "n"), dtype="float32")) -> R.Tensor((1, 1, 1, "n"), dtype="float32"):
        n = T.int64()
        gv17: R.Tensor((1, 1, 1, (T.max(T.min(4, n) - T.min(3, n), 0) + 1) // 2, n), dtype="float32") = R.reshape(gv13, R.shape([1, 1, 1, (T.max(T.min(4, n) - T.min(3, n), 0) + 1) // 2, n]))
        return x4
