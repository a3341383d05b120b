# RUN: FuseOps
# Shows a mutant of passes/fuse/partition.cc (negation): up_b
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(lv9: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8"), lv10: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8"), T_add: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("T_add"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv9[v_ax0, v_ax1, v_ax2], lv10[v_ax0, v_ax1, v_ax2])
            T.writes(T_add[v_ax0, v_ax1, v_ax2])
            T_add[v_ax0, v_ax1, v_ax2] = T.uint8(0)

    @T.prim_func(private=True, s_tir=True)
    def cast(lv8: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "int64"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv8[v_i0, v_i1, v_i2])
            T.writes(compute[v_i0, v_i1, v_i2])
            compute[v_i0, v_i1, v_i2] = T.uint8(0)

    @T.prim_func(private=True, s_tir=True)
    def relu(lv9: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv9[v_i0, v_i1, v_i2])
            T.writes(compute[v_i0, v_i1, v_i2])
            compute[v_i0, v_i1, v_i2] = T.uint8(0)

    @R.function
    def main(lv8: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="uint8"):
        cls = Module
        with R.dataflow():
            lv9 = R.call_tir(cls.cast, (lv8,), out_ty=R.Tensor((1, 1, 1), dtype="uint8"))
            lv10 = R.call_tir(cls.relu, (lv9,), out_ty=R.Tensor((1, 1, 1), dtype="uint8"))
            lv11 = R.call_tir(cls.add, (lv9, lv10), out_ty=R.Tensor((1, 1, 1), dtype="uint8"))
            R.output(lv11)
        return lv11
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(lv9: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8"), lv10: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8"), T_add: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("T_add"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv9[v_ax0, v_ax1, v_ax2], lv10[v_ax0, v_ax1, v_ax2])
            T.writes(T_add[v_ax0, v_ax1, v_ax2])
            T_add[v_ax0, v_ax1, v_ax2] = T.uint8(0)

    @T.prim_func(private=True, s_tir=True)
    def cast(lv8: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "int64"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv8[v_i0, v_i1, v_i2])
            T.writes(compute[v_i0, v_i1, v_i2])
            compute[v_i0, v_i1, v_i2] = T.uint8(0)

    @T.prim_func(private=True, s_tir=True)
    def relu(lv9: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv9[v_i0, v_i1, v_i2])
            T.writes(compute[v_i0, v_i1, v_i2])
            compute[v_i0, v_i1, v_i2] = T.uint8(0)

    @R.function(private=True)
    def fused_cast_relu_add(lv8: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="uint8"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            lv9 = R.call_tir(cls.cast, (lv8,), out_ty=R.Tensor((1, 1, 1), dtype="uint8"))
            lv10 = R.call_tir(cls.relu, (lv9,), out_ty=R.Tensor((1, 1, 1), dtype="uint8"))
            lv11 = R.call_tir(cls.add, (lv9, lv10), out_ty=R.Tensor((1, 1, 1), dtype="uint8"))
            R.output(lv11)
        return lv11

    @R.function
    def main(lv8: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="uint8"):
        cls = Module
        with R.dataflow():
            lv11: R.Tensor((1, 1, 1), dtype="uint8") = cls.fused_cast_relu_add(lv8)
            R.output(lv11)
        return lv11
