# RUN: RewriteDataflowReshape
# Shows a mutant of passes/analysis/reshape_pattern.cc (comparison): right->value == 0
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x1: T.Buffer(("m", "n + T.int64(1)"), "int32"), n: T.int64, T_reshape: T.Buffer((m, n + T.int64(1)), "int32")):
        m = T.int64()
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(m, T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(x1[(v_ax0 * (n + T.int64(1)) + v_ax1) // (n + T.int64(1)), (v_ax0 * (n + T.int64(1)) + v_ax1) % (n + T.int64(1))])
            T.writes(T_reshape[v_ax0, v_ax1])
            T_reshape[v_ax0, v_ax1] = x1[(v_ax0 * (n + T.int64(1)) + v_ax1) // (n + T.int64(1)), (v_ax0 * (n + T.int64(1)) + v_ax1) % (n + T.int64(1))]

    @R.function
    def main(x1: R.Tensor((1, 1), dtype="int32"), lv1: R.Tensor((1, 1, 1), dtype="int32")) -> R.Tensor((1, 1, 1), dtype="int32"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.reshape, (x1, 1), out_ty=R.Tensor((1, 1), dtype="int32"))
            R.output()
        return lv1
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x1: T.Buffer(("m", "n + T.int64(1)"), "int32"), n: T.int64, T_reshape: T.Buffer((m, n + T.int64(1)), "int32")):
        m = T.int64()
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(m, T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(x1[(v_ax0 * (n + T.int64(1)) + v_ax1) // (n + T.int64(1)), (v_ax0 * (n + T.int64(1)) + v_ax1) % (n + T.int64(1))])
            T.writes(T_reshape[v_ax0, v_ax1])
            T_reshape[v_ax0, v_ax1] = x1[(v_ax0 * (n + T.int64(1)) + v_ax1) // (n + T.int64(1)), (v_ax0 * (n + T.int64(1)) + v_ax1) % (n + T.int64(1))]

    @R.function
    def main(x1: R.Tensor((1, 1), dtype="int32"), lv1: R.Tensor((1, 1, 1), dtype="int32")) -> R.Tensor((1, 1, 1), dtype="int32"):
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="int32") = R.reshape(x1, R.shape([1, 1]))
            R.output()
        return lv1
