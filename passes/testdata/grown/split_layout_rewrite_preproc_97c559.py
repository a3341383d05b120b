# RUN: SplitLayoutRewritePreproc
# Shows a mutant of passes/relax/split_layout_rewrite_preproc.cc (condition): split_.rewrites.empty()
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((), "float32"), a2: T.Buffer((), "float32"), out0: T.Buffer((), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((), "uint64")
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a0[()], a2[()])
            T.writes(t0[()])
            t0[()] = T.uint64(0)
        with T.sblock("out0"):
            v0 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(a0[()])
            T.writes(out0[()])
            with T.init():
                out0[()] = T.float32(-340282346638528859811704183484516925440.0)
            out0[()] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global"), x1: R.Tensor((), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((), dtype="float32"):
        cls = Module
        gv0 = R.call_tir(cls.kernel, (x1, x0, x0), out_ty=R.Tensor((), dtype="float32"))
        return gv0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((), "float32"), a2: T.Buffer((), "float32"), out0: T.Buffer((), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((), "uint64")
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a0[()], a2[()])
            T.writes(t0[()])
            t0[()] = T.uint64(0)
        with T.sblock("out0"):
            v0 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(a0[()])
            T.writes(out0[()])
            with T.init():
                out0[()] = T.float32(-340282346638528859811704183484516925440.0)
            out0[()] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global"), x1: R.Tensor((), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((), dtype="float32"):
        cls = Module
        gv0 = R.call_tir(cls.kernel, (x1, x0, x0), out_ty=R.Tensor((), dtype="float32"))
        return gv0
