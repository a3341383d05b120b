# RUN: RewriteDataflowReshape
# Shows a mutant of passes/analysis/reshape_pattern.cc (condition): Is<Add>(e)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x2: T.Buffer((T.int64(1),), "float32"), n: T.int64, T_reshape: T.Buffer((T.int64(1), n), "float32")):
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(x2[v_ax0 * n + v_ax1])
            T.writes(T_reshape[v_ax0, v_ax1])
            T_reshape[v_ax0, v_ax1] = x2[v_ax0 * n + v_ax1]

    @R.function
    def main(x2: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.reshape, (x2, 1), out_ty=R.Tensor((1, 1), dtype="float32"))
            R.output()
        return x2
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x2: T.Buffer((T.int64(1),), "float32"), n: T.int64, T_reshape: T.Buffer((T.int64(1), n), "float32")):
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(x2[v_ax0 * n + v_ax1])
            T.writes(T_reshape[v_ax0, v_ax1])
            T_reshape[v_ax0, v_ax1] = x2[v_ax0 * n + v_ax1]

    @R.function
    def main(x2: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="float32") = R.reshape(x2, R.shape([1, 1]))
            R.output()
        return x2
