# RUN: DataflowUseInplaceCalls
# Shows a mutant of passes/relax/dataflow_use_inplace_calls.cc (condition): !Equal(to->vdevice, from->vdevice)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(lv12: R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv12_1: R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.negative(lv12)
            lv13: R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.add(lv12_1, lv12_1)
            R.output(lv13)
        return lv13
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def add_inplace(lv12_1: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), lv12_1_1: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(lv12_1[v_ax0, v_ax1, v_ax2], lv12_1_1[v_ax0, v_ax1, v_ax2])
                T.writes(lv12_1_1[v_ax0, v_ax1, v_ax2])
                lv12_1_1[v_ax0, v_ax1, v_ax2] = lv12_1[v_ax0, v_ax1, v_ax2] + lv12_1_1[v_ax0, v_ax1, v_ax2]

    @R.function
    def main(lv12: R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global"):
        cls = Module
        with R.dataflow():
            lv12_1: R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.negative(lv12)
            lv13: R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.call_tir_inplace(cls.add_inplace, (lv12_1, lv12_1), out_ty=R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global"), inplace_indices=[1])
            R.output(lv13)
        return lv13
