# RUN: FuseOps
# Shows a mutant of passes/fuse/partition.cc (comparison): phase == 1
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def sum2(lv15: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), lv15_red: T.Buffer((T.int64(1),), "float32")):
        T.func_attr({"op_pattern": 3})
        # with T.sblock("root"):
        with T.sblock("lv15_red"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(lv15[v_k0, v_k1, v_ax0])
            T.writes(lv15_red[v_ax0])
            with T.init():
                lv15_red[v_ax0] = T.float32(0.0)
            lv15_red[v_ax0] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def te_layout_transform(x0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), te_layout_transform: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 2})
        # with T.sblock("root"):
        with T.sblock("te_layout_transform"):
            v_axis0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_axis1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_axis2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x0[v_axis2, v_axis0, v_axis1])
            T.writes(te_layout_transform[v_axis0, v_axis1, v_axis2])
            te_layout_transform[v_axis0, v_axis1, v_axis2] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def tir_atanh1(lv9: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv9[v_i0, v_i1, v_i2])
            T.writes(compute[v_i0, v_i1, v_i2])
            compute[v_i0, v_i1, v_i2] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv9 = R.call_tir(cls.te_layout_transform, (x0,), out_ty=R.Tensor((1, 1, 1), dtype="float32"))
            lv15 = R.call_tir(cls.tir_atanh1, (lv9,), out_ty=R.Tensor((1, 1, 1), dtype="float32"))
            lv16 = R.call_tir(cls.sum2, (lv15,), out_ty=R.Tensor((1,), dtype="float32"))
            R.output(lv16)
        return lv16
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def sum2(lv15: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), lv15_red: T.Buffer((T.int64(1),), "float32")):
        T.func_attr({"op_pattern": 3})
        # with T.sblock("root"):
        with T.sblock("lv15_red"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(lv15[v_k0, v_k1, v_ax0])
            T.writes(lv15_red[v_ax0])
            with T.init():
                lv15_red[v_ax0] = T.float32(0.0)
            lv15_red[v_ax0] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def te_layout_transform(x0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), te_layout_transform: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 2})
        # with T.sblock("root"):
        with T.sblock("te_layout_transform"):
            v_axis0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_axis1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_axis2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x0[v_axis2, v_axis0, v_axis1])
            T.writes(te_layout_transform[v_axis0, v_axis1, v_axis2])
            te_layout_transform[v_axis0, v_axis1, v_axis2] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def tir_atanh1(lv9: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv9[v_i0, v_i1, v_i2])
            T.writes(compute[v_i0, v_i1, v_i2])
            compute[v_i0, v_i1, v_i2] = T.float32(0.0)

    @R.function(private=True)
    def fused_tir_atanh1_sum2(lv9: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            lv15 = R.call_tir(cls.tir_atanh1, (lv9,), out_ty=R.Tensor((1, 1, 1), dtype="float32"))
            lv16 = R.call_tir(cls.sum2, (lv15,), out_ty=R.Tensor((1,), dtype="float32"))
            R.output(lv16)
        return lv16

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv9 = R.call_tir(cls.te_layout_transform, (x0,), out_ty=R.Tensor((1, 1, 1), dtype="float32"))
            lv16: R.Tensor((1,), dtype="float32") = cls.fused_tir_atanh1_sum2(lv9)
            R.output(lv16)
        return lv16
