# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_cast_cast1(lv_4: R.Tensor(("2 * (n * m)",), dtype="float32"), tir_vars: R.Shape(["n", "m"])) -> R.Tensor(("2 * (n * m)",), dtype="float32"):
        n = T.int64()
        m = T.int64()
        return lv_4

    @R.function(private=True)
    def fused_where(lv_1_0: R.Tensor(("2 * (n * m)",), dtype="float32"), tir_vars: R.Shape(["n", "m"])) -> R.Tensor(("2 * (n * m)",), dtype="float32"):
        n = T.int64()
        m = T.int64()
        return lv_1_0

    @R.function
    def main(x2: R.Tensor((1, "m", 1, 1), dtype="float32"), gv1: R.Tensor((1, "n + 1", 1, "n"), dtype="float32"), lv: R.Tensor(("2 * (n * m)",), dtype="float32")) -> R.Tensor(("2 * (n * m)",), dtype="float32"):
        m = T.int64()
        n = T.int64()
        cls = Module
        lv_3: R.Tensor((2 * (n * m),), dtype="float32") = cls.fused_where(lv, R.shape([n, m]))
        gv_11: R.Tensor((2 * (n * m),), dtype="float32") = cls.fused_cast_cast1(lv_3, R.shape([n, m]))
        return gv_11
