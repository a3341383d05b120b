# RUN: FuseOps
# Shows a mutant of passes/fuse/partition.cc (comparison): pattern == OpPattern::kTuple
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def sum(x1: T.Buffer((T.int64(1), T.int64(1), "n", T.int64(1)), "float32"), x1_red: T.Buffer((T.int64(1), n), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 3})
        # with T.sblock("root"):
        with T.sblock("x1_red"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(n, T.int64(0))
            v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k3 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x1[v_ax0, v_k1, v_ax1, v_k3])
            T.writes(x1_red[v_ax0, v_ax1])
            with T.init():
                x1_red[v_ax0, v_ax1] = T.float32(0.0)
            x1_red[v_ax0, v_ax1] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def te_layout_transform(lv0: T.Buffer((T.int64(1), "n"), "float32"), te_layout_transform: T.Buffer((n, T.int64(1), T.int64(1)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 2})
        # with T.sblock("root"):
        with T.sblock("te_layout_transform"):
            v_axis0 = T.axis.spatial(n, T.int64(0))
            v_axis1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_axis2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv0[T.int64(0), v_axis0])
            T.writes(te_layout_transform[v_axis0, v_axis1, v_axis2])
            te_layout_transform[v_axis0, v_axis1, v_axis2] = T.float32(0.0)

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.sum, (x1,), out_ty=R.Tensor((1, 1), dtype="float32"))
            lv4 = R.call_tir(cls.te_layout_transform, (lv0,), out_ty=R.Tensor((1, 1, 1), dtype="float32"))
            R.output(lv4)
        return lv4
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def sum(x1: T.Buffer((T.int64(1), T.int64(1), "n", T.int64(1)), "float32"), x1_red: T.Buffer((T.int64(1), n), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 3})
        # with T.sblock("root"):
        with T.sblock("x1_red"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(n, T.int64(0))
            v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k3 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x1[v_ax0, v_k1, v_ax1, v_k3])
            T.writes(x1_red[v_ax0, v_ax1])
            with T.init():
                x1_red[v_ax0, v_ax1] = T.float32(0.0)
            x1_red[v_ax0, v_ax1] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def te_layout_transform(lv0: T.Buffer((T.int64(1), "n"), "float32"), te_layout_transform: T.Buffer((n, T.int64(1), T.int64(1)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 2})
        # with T.sblock("root"):
        with T.sblock("te_layout_transform"):
            v_axis0 = T.axis.spatial(n, T.int64(0))
            v_axis1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_axis2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv0[T.int64(0), v_axis0])
            T.writes(te_layout_transform[v_axis0, v_axis1, v_axis2])
            te_layout_transform[v_axis0, v_axis1, v_axis2] = T.float32(0.0)

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.sum, (x1,), out_ty=R.Tensor((1, 1), dtype="float32"))
            lv4 = R.call_tir(cls.te_layout_transform, (lv0,), out_ty=R.Tensor((1, 1, 1), dtype="float32"))
            R.output(lv4)
        return lv4
