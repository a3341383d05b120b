# RUN: FuseOps
# Shows a mutant of passes/fuse/partition.cc (negation): !from->anchored
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape3(lv25: T.Buffer((T.int64(1),), "float32"), T_reshape: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 2})
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv25[T.int64(0)])
            T.writes(T_reshape[v_ax0, v_ax1])
            T_reshape[v_ax0, v_ax1] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def roi_pool2(x18: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), lv26: T.Buffer((T.int64(1), T.int64(1)), "float32"), roi_pool: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 4})
        # with T.sblock("root"):
        roi_pool_max = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)))
        with T.sblock("roi_pool_max"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i3 = T.axis.spatial(T.int64(1), T.int64(0))
            v_rh = T.axis.reduce(T.int64(1), T.int64(0))
            v_rw = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(lv26[v_i0, T.int64(0)], x18[T.int64(0), v_i1, v_rh, v_rw])
            T.writes(roi_pool_max[v_i0, v_i1, v_i2, v_i3])
            with T.init():
                roi_pool_max[v_i0, v_i1, v_i2, v_i3] = T.float32(-340282346638528859811704183484516925440.0)
            roi_pool_max[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(lv27: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i3 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv27[v_i0, v_i1, v_i2, v_i3])
            T.writes(compute[v_i0, v_i1, v_i2, v_i3])
            compute[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)

    @R.function
    def main(x18: R.Tensor((1, 1, 1, 1), dtype="float32"), lv25: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv26 = R.call_tir(cls.reshape3, (lv25,), out_ty=R.Tensor((1, 1), dtype="float32"))
            lv27 = R.call_tir(cls.roi_pool2, (x18, lv26), out_ty=R.Tensor((1, 1, 1, 1), dtype="float32"))
            lv29 = R.call_tir(cls.tir_exp, (lv27,), out_ty=R.Tensor((1, 1, 1, 1), dtype="float32"))
            R.output(lv29)
        return lv29
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape3(lv25: T.Buffer((T.int64(1),), "float32"), T_reshape: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 2})
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv25[T.int64(0)])
            T.writes(T_reshape[v_ax0, v_ax1])
            T_reshape[v_ax0, v_ax1] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def roi_pool2(x18: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), lv26: T.Buffer((T.int64(1), T.int64(1)), "float32"), roi_pool: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 4})
        # with T.sblock("root"):
        roi_pool_max = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)))
        with T.sblock("roi_pool_max"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i3 = T.axis.spatial(T.int64(1), T.int64(0))
            v_rh = T.axis.reduce(T.int64(1), T.int64(0))
            v_rw = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(lv26[v_i0, T.int64(0)], x18[T.int64(0), v_i1, v_rh, v_rw])
            T.writes(roi_pool_max[v_i0, v_i1, v_i2, v_i3])
            with T.init():
                roi_pool_max[v_i0, v_i1, v_i2, v_i3] = T.float32(-340282346638528859811704183484516925440.0)
            roi_pool_max[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(lv27: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i3 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv27[v_i0, v_i1, v_i2, v_i3])
            T.writes(compute[v_i0, v_i1, v_i2, v_i3])
            compute[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)

    @R.function(private=True)
    def fused_roi_pool2_tir_exp(x18: R.Tensor((1, 1, 1, 1), dtype="float32"), lv26: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            lv27 = R.call_tir(cls.roi_pool2, (x18, lv26), out_ty=R.Tensor((1, 1, 1, 1), dtype="float32"))
            lv29 = R.call_tir(cls.tir_exp, (lv27,), out_ty=R.Tensor((1, 1, 1, 1), dtype="float32"))
            R.output(lv29)
        return lv29

    @R.function
    def main(x18: R.Tensor((1, 1, 1, 1), dtype="float32"), lv25: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv26 = R.call_tir(cls.reshape3, (lv25,), out_ty=R.Tensor((1, 1), dtype="float32"))
            lv29: R.Tensor((1, 1, 1, 1), dtype="float32") = cls.fused_roi_pool2_tir_exp(x18, lv26)
            R.output(lv29)
        return lv29
