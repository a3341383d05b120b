# RUN: FuseOps
# Shows a mutant of passes/fuse/partition.cc (negation): fits
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def group_norm1(x1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), x2: T.Buffer((T.int64(1),), "float32"), x2_1: T.Buffer((T.int64(1),), "float32"), T_group_norm: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 4})
        # with T.sblock("root"):
        x_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_divide = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        x_square_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        with T.sblock("x_sum"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k2 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x1[v_ax0, T.int64(0), v_k1, v_k2])
            T.writes(x_sum[v_ax0, v_ax1])
            with T.init():
                x_sum[v_ax0, v_ax1] = T.float32(0.0)
            x_sum[v_ax0, v_ax1] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1)), "int16"), a1: T.Buffer((), "float32"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int16")):
        T.func_attr({"op_pattern": 1})
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            v2 = T.axis.spatial(T.int64(1), T.int64(0))
            v3 = T.axis.spatial(T.int64(1), T.int64(0))
            T.where(T.bool(False))
            T.reads(a1[()], a0[v2, v3])
            T.writes(out0[v0, v1, v2, v3])
            out0[v0, v1, v2, v3] = T.int16(0)

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32"), x2: R.Tensor((1,), dtype="float32"), x6: R.Tensor((1, 1), dtype="int16"), x7: R.Tensor((), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="int16"):
        cls = Module
        with R.dataflow():
            lv4 = R.call_tir(cls.group_norm1, (x1, x2, x2), out_ty=R.Tensor((1, 1, 1, 1), dtype="float32"))
            lv5 = R.call_tir(cls.kernel, (x6, x7, lv4), out_ty=R.Tensor((1, 1, 1, 1), dtype="int16"))
            R.output(lv5)
        return lv5
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def group_norm1(x1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), x2: T.Buffer((T.int64(1),), "float32"), x2_1: T.Buffer((T.int64(1),), "float32"), T_group_norm: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 4})
        # with T.sblock("root"):
        x_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_divide = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        x_square_sum = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        with T.sblock("x_sum"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k2 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x1[v_ax0, T.int64(0), v_k1, v_k2])
            T.writes(x_sum[v_ax0, v_ax1])
            with T.init():
                x_sum[v_ax0, v_ax1] = T.float32(0.0)
            x_sum[v_ax0, v_ax1] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1)), "int16"), a1: T.Buffer((), "float32"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int16")):
        T.func_attr({"op_pattern": 1})
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            v2 = T.axis.spatial(T.int64(1), T.int64(0))
            v3 = T.axis.spatial(T.int64(1), T.int64(0))
            T.where(T.bool(False))
            T.reads(a1[()], a0[v2, v3])
            T.writes(out0[v0, v1, v2, v3])
            out0[v0, v1, v2, v3] = T.int16(0)

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32"), x2: R.Tensor((1,), dtype="float32"), x6: R.Tensor((1, 1), dtype="int16"), x7: R.Tensor((), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="int16"):
        cls = Module
        with R.dataflow():
            lv4 = R.call_tir(cls.group_norm1, (x1, x2, x2), out_ty=R.Tensor((1, 1, 1, 1), dtype="float32"))
            lv5 = R.call_tir(cls.kernel, (x6, x7, lv4), out_ty=R.Tensor((1, 1, 1, 1), dtype="int16"))
            R.output(lv5)
        return lv5
