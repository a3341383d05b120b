# RUN: LowerInitBlock
# Shows a mutant of passes/tir/empty_reductions.cc (comparison): nest.realize->predicate != nullptr
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer(("s0", "s1", "s2"), "float32"), out0: T.Buffer((s2, s1, s0), "float32")):
        s0, s1, s2 = T.int32(), T.int32(), T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((s0, s1, s2))
        t1 = T.sblock_alloc_buffer((s0, s1, s2))
        for i4 in range(0):
            with T.sblock("t0"):
                v0 = T.axis.spatial(s0, 0)
                v1 = T.axis.spatial(s1, 0)
                v2 = T.axis.spatial(s2, 0)
                v3 = T.axis.reduce(s1, i4)
                T.where(i4 < s1)
                T.reads(a0[0:s0, 0:s1, 0:s2])
                T.writes(t0[v0, v1, v2])
                with T.init():
                    t0[v0, v1, v2] = T.float32(0.0)
                t0[v0, v1, v2] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer(("s0", "s1", "s2"), "float32"), out0: T.Buffer((s2, s1, s0), "float32")):
        s0, s1, s2 = T.int32(), T.int32(), T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((s0, s1, s2))
        t1 = T.sblock_alloc_buffer((s0, s1, s2))
        if T.LE(0, 0) or not 0 < s1:
            with T.sblock("t0"):
                v0 = T.axis.spatial(s0, 0)
                v1 = T.axis.spatial(s1, 0)
                v2 = T.axis.spatial(s2, 0)
                T.reads()
                T.writes(t0[v0, v1, v2])
                t0[v0, v1, v2] = T.float32(0.0)
        for i4 in range(0):
            with T.sblock("t0"):
                v0 = T.axis.spatial(s0, 0)
                v1 = T.axis.spatial(s1, 0)
                v2 = T.axis.spatial(s2, 0)
                v3 = T.axis.reduce(s1, i4)
                T.where(i4 < s1)
                T.reads(a0[0:s0, 0:s1, 0:s2])
                T.writes(t0[v0, v1, v2])
                if v3 == 0:
                    t0[v0, v1, v2] = T.float32(0.0)
                t0[v0, v1, v2] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
