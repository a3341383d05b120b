# RUN: ApplySchedule{"trace":"@kernel\ncache_read(t0, 0, \"local\")\ntransform_layout(t0, 0, [], [])\ncache_write(a1_local, \"global\")\ntransform_layout(t0, 0, [], [])\ncache_write(t0, \"global\")\n@stages\nsplit(u, 1, [2, 3, None])\ncache_write(u, \"local\")\nfuse(u, 0)\ncompute_inline(u_local)\ncache_write(c, \"global\")\n"}
# Shows a mutant of passes/schedule/trace.cc (comparison): text.size() < 2
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((), "float32"), a2: T.Buffer((), "float32"), out0: T.Buffer((), "int32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((), "int32")
        t1 = T.sblock_alloc_buffer((), "int32")
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a1[()])
            T.writes(t0[()])
            t0[()] = 0

    @T.prim_func(private=True, s_tir=True)
    def stages(a: T.Buffer((1, 1), "float32"), c: T.Buffer((1, 1), "float32"), s: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        t = T.sblock_alloc_buffer((1, 1))
        u = T.sblock_alloc_buffer((1, 1))
        for i, j in T.grid(1, 1):
            with T.sblock("u"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(t[vi, vj], a[vi, vj])
                T.writes(u[vi, vj])
                u[vi, vj] = T.float32(0.0)
        with T.sblock("c"):
            vi = T.axis.spatial(1, 0)
            vj = T.axis.spatial(1, 0)
            T.reads(u[vi, vj])
            T.writes(c[vi, vj])
            c[vi, vj] = T.float32(0.0)

    @R.function
    def main(a: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((), "float32"), a2: T.Buffer((), "float32"), out0: T.Buffer((), "int32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((), "int32")
        t1 = T.sblock_alloc_buffer((), "int32")
        a1_local = T.sblock_alloc_buffer((), scope="local")
        a1_local_global = T.sblock_alloc_buffer(())
        t0_global = T.sblock_alloc_buffer((), "int32")
        with T.sblock("a1_local"):
            T.reads(a1[()])
            T.writes(a1_local_global[()])
            a1_local_global[()] = a1[()]
        with T.sblock("a1_local_global"):
            T.reads(a1_local_global[()])
            T.writes(a1_local[()])
            a1_local[()] = a1_local_global[()]
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a1_local[()])
            T.writes(t0_global[()])
            t0_global[()] = 0
        with T.sblock("t0_global"):
            T.reads(t0_global[()])
            T.writes(t0[()])
            t0[()] = t0_global[()]

    @T.prim_func(private=True, s_tir=True)
    def stages(a: T.Buffer((1, 1), "float32"), c: T.Buffer((1, 1), "float32"), s: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        t = T.sblock_alloc_buffer((1, 1))
        u_local = T.sblock_alloc_buffer((1, 1), scope="local")
        c_global = T.sblock_alloc_buffer((1, 1))
        for i_j_0_fused, j_1, j_2 in T.grid(2, 3, 1):
            with T.sblock("u"):
                vi = T.axis.spatial(1, 0)
                vj = T.axis.spatial(1, i_j_0_fused * 3 + j_1 + j_2)
                T.where(i_j_0_fused * 3 + j_1 + j_2 < 1)
                T.reads(t[vi, vj], a[vi, vj])
                T.writes(u_local[vi, vj])
                u_local[vi, vj] = T.float32(0.0)
        with T.sblock("c"):
            vi = T.axis.spatial(1, 0)
            vj = T.axis.spatial(1, 0)
            T.reads()
            T.writes(c_global[vi, vj])
            c_global[vi, vj] = T.float32(0.0)
        for ax0, ax1 in T.grid(1, 1):
            with T.sblock("c_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(c_global[v0, v1])
                T.writes(c[v0, v1])
                c[v0, v1] = c_global[v0, v1]

    @R.function
    def main(a: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return a
