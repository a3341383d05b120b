# RUN: ForceNarrowIndexToInt32
# Shows a mutant of passes/tir/index_narrower.cc (comparison): buffer->dtype.bits > narrow_.bits
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer(("s0", 1), "int32"), out0: T.Buffer((s0, 1), "uint32")):
        s0 = T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((s0, 1), "int32")
        with T.sblock("t0"):
            v0 = T.axis.spatial(s0, 0)
            v1 = T.axis.spatial(1, 0)
            v2 = T.axis.reduce(s0, 0)
            T.where(T.bool(False))
            T.reads(a0[v2, v1])
            T.writes(t0[v0, v1])
            with T.init():
                t0[v0, v1] = -2147483648
            t0[v0, v1] = 0

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer(("s0", 1), "int32"), out0: T.Buffer((s0, 1), "uint32")):
        s0 = T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((s0, 1), "int32")
        with T.sblock("t0"):
            v0 = T.axis.spatial(s0, 0)
            v1 = T.axis.spatial(1, 0)
            v2 = T.axis.reduce(s0, 0)
            T.where(T.bool(False))
            T.reads(a0[v2, v1])
            T.writes(t0[v0, v1])
            with T.init():
                t0[v0, v1] = -2147483648
            t0[v0, v1] = 0

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
