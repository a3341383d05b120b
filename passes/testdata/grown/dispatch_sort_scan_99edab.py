# RUN: DispatchSortScan
# Shows a mutant of passes/lower/legalize_ops.cc (comparison): vdevice->target == nullptr
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float16", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float16", vdevice="llvm:0:global"):
        gv1: R.Tensor((1,), dtype="float16", vdevice="llvm:0:global") = R.cumsum(x0, axis=None, dtype=None, exclusive=False)
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
    def cumsum_llvm(x0: T.Buffer((T.int64(1), T.int64(1)), "float16"), scan: T.Buffer((T.int64(1),), "float16")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}), "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, k in T.grid(T.int64(1), T.int64(1)):
            with T.sblock("scan"):
                v_ax0, v_k = T.axis.remap("SR", [ax0, k])
                T.reads(x0[T.int64(0), T.int64(0)])
                T.writes(scan[v_ax0])
                with T.init():
                    scan[v_ax0] = T.float16(0.0)
                scan[v_ax0] = T.Select(v_k <= v_ax0, scan[v_ax0] + x0[T.int64(0), T.int64(0)], scan[v_ax0])

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float16", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float16", vdevice="llvm:0:global"):
        cls = Module
        gv1 = R.call_tir(cls.cumsum_llvm, (x0,), out_ty=R.Tensor((1,), dtype="float16", vdevice="llvm:0:global"))
        return gv1
