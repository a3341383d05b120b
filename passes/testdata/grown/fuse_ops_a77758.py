# RUN: FuseOps
# Shows a mutant of passes/fuse/partition.cc (comparison): Group(sink).Root()->pattern > last
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
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
    def main(lv: R.Tuple(R.Tensor((1, 1), dtype="float32"))) -> R.Tensor((1, 1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="float32") = lv[0]
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

    @R.function(private=True)
    def fused_te_layout_transform(lv_0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            lv4 = R.call_tir(cls.te_layout_transform, (lv_0,), out_ty=R.Tensor((1, 1, 1), dtype="float32"))
            R.output(lv4)
        return lv4

    @R.function
    def main(lv: R.Tuple(R.Tensor((1, 1), dtype="float32"))) -> R.Tensor((1, 1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv_1: R.Tensor((1, 1), dtype="float32") = lv[0]
            lv4: R.Tensor((1, 1, 1), dtype="float32") = cls.fused_te_layout_transform(lv_1)
            R.output(lv4)
        return lv4
