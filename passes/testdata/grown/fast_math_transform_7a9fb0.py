# RUN: FastMathTransform
# Shows a mutant of passes/relax/fast_math_transform.cc (comparison): place < 0
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float16", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float16", vdevice="llvm:0:global"):
        gv1: R.Tensor((1, 1, 1, 1), dtype="float16", vdevice="llvm:0:global") = R.nn.softmax(x1, axis=0)
        return gv1
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def fast_softmax(x1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float16"), T_softmax_norm: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)), "float16")
        T_softmax_delta = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float16")
        T_fast_exp = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float16")
        T_softmax_expsum = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)), "float16")
        for i0, i1, i2, k in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSR", [i0, i1, i2, k])
                T.reads(x1[v_k, v_i0, v_i1, v_i2])
                T.writes(T_softmax_maxelem[v_i0, v_i1, v_i2])
                with T.init():
                    T_softmax_maxelem[v_i0, v_i1, v_i2] = T.float16(-65504.0)
                T_softmax_maxelem[v_i0, v_i1, v_i2] = T.max(T_softmax_maxelem[v_i0, v_i1, v_i2], x1[v_k, v_i0, v_i1, v_i2])
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_softmax_delta"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x1[v_i0, v_i1, v_i2, v_i3], T_softmax_maxelem[v_i1, v_i2, v_i3])
                T.writes(T_softmax_delta[v_i0, v_i1, v_i2, v_i3])
                T_softmax_delta[v_i0, v_i1, v_i2, v_i3] = x1[v_i0, v_i1, v_i2, v_i3] - T_softmax_maxelem[v_i1, v_i2, v_i3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_fast_exp"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_softmax_delta[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_fast_exp[v_ax0, v_ax1, v_ax2, v_ax3])
                T_fast_exp[v_ax0, v_ax1, v_ax2, v_ax3] = T.exp(T_softmax_delta[v_ax0, v_ax1, v_ax2, v_ax3])
        for i0, i1, i2, k in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_softmax_expsum"):
                v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSR", [i0, i1, i2, k])
                T.reads(T_fast_exp[v_k, v_i0, v_i1, v_i2])
                T.writes(T_softmax_expsum[v_i0, v_i1, v_i2])
                with T.init():
                    T_softmax_expsum[v_i0, v_i1, v_i2] = T.float16(0.0)
                T_softmax_expsum[v_i0, v_i1, v_i2] = T_softmax_expsum[v_i0, v_i1, v_i2] + T_fast_exp[v_k, v_i0, v_i1, v_i2]
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_softmax_norm"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(T_fast_exp[v_i0, v_i1, v_i2, v_i3], T_softmax_expsum[v_i1, v_i2, v_i3])
                T.writes(T_softmax_norm[v_i0, v_i1, v_i2, v_i3])
                T.sblock_attr({"axis": 0})
                T_softmax_norm[v_i0, v_i1, v_i2, v_i3] = T_fast_exp[v_i0, v_i1, v_i2, v_i3] / T_softmax_expsum[v_i1, v_i2, v_i3]

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float16", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float16", vdevice="llvm:0:global"):
        cls = Module
        gv1 = R.call_tir(cls.fast_softmax, (x1,), out_ty=R.Tensor((1, 1, 1, 1), dtype="float16", vdevice="llvm:0:global"))
        return gv1
