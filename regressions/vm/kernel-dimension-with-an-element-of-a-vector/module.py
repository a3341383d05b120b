# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape(["n", "m"]), x0: R.Tensor((1, "n", 1, "T.Select(T.Shuffle([T.Broadcast(T.Cast(\"float64\", m) / T.float64(-0.4375), T.int32(4))], [T.int32(3)]) >= T.float64(1.8125) - T.Cast(\"float64\", m), m + 1, m + 1)"), dtype="float16"), lv2: R.Tensor((1, "n", 1, "T.Select(T.Shuffle([T.Broadcast(T.Cast(\"float64\", m) / T.float64(-0.4375), T.int32(4))], [T.int32(3)]) >= T.float64(1.8125) - T.Cast(\"float64\", m), m + 1, m + 1)"), dtype="float16")) -> R.Tensor((1, "n", 1, "T.Select(T.Shuffle([T.Broadcast(T.Cast(\"float64\", m) / T.float64(-0.4375), T.int32(4))], [T.int32(3)]) >= T.float64(1.8125) - T.Cast(\"float64\", m), m + 1, m + 1)"), dtype="float16"):
        n = T.int64()
        m = T.int64()
        lv1: R.Tuple(R.Tensor((1, n, 1, T.Select(T.Shuffle([T.Broadcast(T.Cast("float64", m) / T.float64(-0.4375), T.int32(4))], [T.int32(3)]) >= T.float64(1.8125) - T.Cast("float64", m), m + 1, m + 1)), dtype="float16"), R.Tensor((1, n, 1, T.Select(T.Shuffle([T.Broadcast(T.Cast("float64", m) / T.float64(-0.4375), T.int32(4))], [T.int32(3)]) >= T.float64(1.8125) - T.Cast("float64", m), m + 1, m + 1)), dtype="float16")) = x0, x0
        lv2_1: R.Tensor((1, n, 1, T.Select(T.Shuffle([T.Broadcast(T.Cast("float64", m) / T.float64(-0.4375), T.int32(4))], [T.int32(3)]) >= T.float64(1.8125) - T.Cast("float64", m), m + 1, m + 1)), dtype="float16") = R.negative(lv2)
        return lv2_1
