# RUN: AnnotateTIROpPattern
# Shows a mutant of passes/analysis/op_pattern.cc (condition): AllowsReuse(*store, *a)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def einsum1(x14: T.Buffer((T.int64(1), T.int64(1)), "int16"), x15: T.Buffer((T.int64(1),), "int16"), T_einsum: T.Buffer((T.int64(1),), "int16")):
        # with T.sblock("root"):
        with T.sblock("T_einsum"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x14[v_ax0, v_k0], x15[v_k0])
            T.writes(T_einsum[v_ax0])
            with T.init():
                T_einsum[v_ax0] = T.int16(0)
            T_einsum[v_ax0] = T_einsum[v_ax0] + x14[v_ax0, v_k0] * x15[v_k0]

    @R.function
    def main(x0: R.Tensor((), dtype="uint32")) -> R.Tensor((), dtype="uint32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def einsum1(x14: T.Buffer((T.int64(1), T.int64(1)), "int16"), x15: T.Buffer((T.int64(1),), "int16"), T_einsum: T.Buffer((T.int64(1),), "int16")):
        T.func_attr({"op_pattern": 3})
        # with T.sblock("root"):
        with T.sblock("T_einsum"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x14[v_ax0, v_k0], x15[v_k0])
            T.writes(T_einsum[v_ax0])
            with T.init():
                T_einsum[v_ax0] = T.int16(0)
            T_einsum[v_ax0] = T_einsum[v_ax0] + x14[v_ax0, v_k0] * x15[v_k0]

    @R.function
    def main(x0: R.Tensor((), dtype="uint32")) -> R.Tensor((), dtype="uint32"):
        return x0
