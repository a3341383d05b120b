# RUN: PlanAndUpdateBufferAllocationLocation
# Shows a mutant of passes/analysis/loop_dependence.cc (condition): !form
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def carried(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        t = T.sblock_alloc_buffer((1,))
        u = T.sblock_alloc_buffer((1,))
        for i in range(1):
            with T.sblock("t"):
                v = T.axis.spatial(1, i)
                T.reads(x[0])
                T.writes(t[v])
                t[v] = T.float32(0.0)
            with T.sblock("y"):
                v = T.axis.spatial(1, i)
                T.reads(u[v], t[T.max(v, 0)])
                T.writes(y[v])
                y[v] = t[T.max(v, 0)]

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def carried(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        t = T.sblock_alloc_buffer((1,))
        for i in range(1):
            with T.sblock("t"):
                v = T.axis.spatial(1, i)
                T.reads(x[0])
                T.writes(t[v])
                t[v] = T.float32(0.0)
            with T.sblock("y"):
                v = T.axis.spatial(1, i)
                T.reads(t[T.max(v, 0)])
                T.writes(y[v])
                y[v] = t[T.max(v, 0)]

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x
