# RUN: CompactBufferAllocation
# Shows a mutant of passes/tir/compact_buffer_allocation.cc (condition): !above
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer(("s0", "s1"), "float32"), a1: T.Buffer((s0, s1), "float32"), out0: T.Buffer((s0,), "float32")):
        s0, s1 = T.int32(), T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((s1,))
        t1 = T.sblock_alloc_buffer((s0, s1))
        for i0 in range(s1):
            with T.sblock("t0"):
                T.reads(a1[0:s0, 0:s1], a0[0:s0, 0:s1])
                T.writes(t0[i0])
                t0[i0] = T.float32(0.0)
        with T.sblock("out0"):
            T.reads(a1[0, 0], a0[0, 0], t1[0, 0], t0[0])
            T.writes(out0[0])
            out0[0] = t0[0]

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
    def kernel(a0: T.Buffer(("s0", "s1"), "float32"), a1: T.Buffer((s0, s1), "float32"), out0: T.Buffer((s0,), "float32")):
        s0, s1 = T.int32(), T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((s1,))
        t1 = T.sblock_alloc_buffer((s0, s1))
        for i0 in range(s1):
            with T.sblock("t0"):
                T.reads(a1[0:s0, 0:s1], a0[0:s0, 0:s1])
                T.writes(t0[i0])
                t0[i0] = T.float32(0.0)
        with T.sblock("out0"):
            T.reads(a1[0, 0], a0[0, 0], t1[0, 0], t0[0])
            T.writes(out0[0])
            out0[0] = t0[0]

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
