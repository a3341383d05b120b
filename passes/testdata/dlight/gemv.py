# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR,dlight.gpu.GEMV
# A block of threads has 16 rows, and the vector in shared memory; a product along the slow axis is another rule's.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1024), "float32"), w: R.Tensor((100, 1024), "float32"), b: R.Tensor((100,), "float32"), v: R.Tensor(("n", 40), "float32"), u: R.Tensor((40,), "float32"), y: R.Tensor((40, 30), "float32")):
        n = T.int64()
        with R.dataflow():
            t = R.permute_dims(w)
            a = R.matmul(x, t)
            c = R.add(a, b)
            d = R.matmul(v, u)
            e = R.matmul(u, y)
            R.output(c, d, e)
        return (c, d, e)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_matmul_add(x: T.Buffer((T.int64(1), T.int64(1024)), "float32"), t: T.Buffer((T.int64(1024), T.int64(100)), "float32"), b: T.Buffer((T.int64(100),), "float32"), T_add_intermediate: T.Buffer((T.int64(1), T.int64(100)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(100)))
        for i0, i1, k in T.grid(T.int64(1), T.int64(100), T.int64(1024)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_k], t[v_k, v_i1])
                T.writes(matmul_intermediate[v_i0, v_i1])
                with T.init():
                    matmul_intermediate[v_i0, v_i1] = T.float32(0.0)
                matmul_intermediate[v_i0, v_i1] = matmul_intermediate[v_i0, v_i1] + x[v_i0, v_k] * t[v_k, v_i1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(100)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(matmul_intermediate[v_ax0, v_ax1], b[v_ax1])
                T.writes(T_add_intermediate[v_ax0, v_ax1])
                T_add_intermediate[v_ax0, v_ax1] = matmul_intermediate[v_ax0, v_ax1] + b[v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def matmul1(v: T.Buffer(("n", T.int64(40)), "float32"), u: T.Buffer((T.int64(40),), "float32"), matmul: T.Buffer((n,), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 3, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_rf = T.sblock_alloc_buffer((T.int64(64), n), scope="local")
        u_shared = T.sblock_alloc_buffer((T.int64(40),), scope="shared")
        for i0_0 in T.thread_binding(n, thread="blockIdx.x"):
            for ax0_0 in range(T.int64(1)):
                for ax0_1 in T.thread_binding(T.int64(1), thread="threadIdx.y"):
                    for ax0_2 in T.thread_binding(T.int64(64), thread="threadIdx.x"):
                        for ax0_3 in range(T.int64(1)):
                            with T.sblock("u_shared"):
                                v0 = T.axis.spatial(T.int64(40), ax0_0 * T.int64(64) + ax0_1 * T.int64(64) + ax0_2 + ax0_3)
                                T.where((ax0_0 + ax0_1) * T.int64(64) + ax0_2 + ax0_3 < T.int64(40))
                                T.reads(u[v0])
                                T.writes(u_shared[v0])
                                u_shared[v0] = u[v0]
            for i0_1 in T.thread_binding(T.int64(1), thread="threadIdx.y"):
                for k_1 in T.thread_binding(T.int64(64), thread="threadIdx.x"):
                    with T.sblock("matmul_rf_init"):
                        vk_1 = T.axis.spatial(T.int64(64), k_1)
                        v_i0 = T.axis.spatial(n, i0_0 + i0_1)
                        T.reads()
                        T.writes(matmul_rf[vk_1, v_i0])
                        matmul_rf[vk_1, v_i0] = T.float32(0.0)
                    for k_0 in T.serial(T.int64(1), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                        for k_2 in range(T.int64(1)):
                            with T.sblock("matmul_rf_update"):
                                vk_1 = T.axis.spatial(T.int64(64), k_1)
                                v_i0 = T.axis.spatial(n, i0_0 + i0_1)
                                vk_0, vk_2 = T.axis.remap("RR", [k_0, k_2])
                                T.where(k_0 * T.int64(64) + k_1 + k_2 < T.int64(40))
                                T.reads(matmul_rf[vk_1, v_i0], v[v_i0, vk_0 * T.int64(64) + vk_1 + vk_2], u_shared[vk_0 * T.int64(64) + vk_1 + vk_2])
                                T.writes(matmul_rf[vk_1, v_i0])
                                matmul_rf[vk_1, v_i0] = matmul_rf[vk_1, v_i0] + v[v_i0, vk_0 * T.int64(64) + vk_1 + vk_2] * u_shared[vk_0 * T.int64(64) + vk_1 + vk_2]
            for ax0 in T.thread_binding(T.int64(1), thread="threadIdx.y"):
                for k_1 in T.thread_binding(T.int64(64), thread="threadIdx.x"):
                    with T.sblock("matmul"):
                        vk_1, v_i0 = T.axis.remap("RS", [k_1, i0_0])
                        T.reads(matmul_rf[vk_1, v_i0])
                        T.writes(matmul[v_i0])
                        with T.init():
                            matmul[v_i0] = T.float32(0.0)
                        matmul[v_i0] = matmul[v_i0] + matmul_rf[vk_1, v_i0]

    @T.prim_func(private=True, s_tir=True)
    def matmul2(u: T.Buffer((T.int64(40),), "float32"), y: T.Buffer((T.int64(40), T.int64(30)), "float32"), matmul: T.Buffer((T.int64(30),), "float32")):
        T.func_attr({"op_pattern": 3, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, k in T.grid(T.int64(30), T.int64(40)):
            with T.sblock("matmul"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(u[v_k], y[v_k, v_i0])
                T.writes(matmul[v_i0])
                with T.init():
                    matmul[v_i0] = T.float32(0.0)
                matmul[v_i0] = matmul[v_i0] + u[v_k] * y[v_k, v_i0]

    @T.prim_func(private=True, s_tir=True)
    def transpose(w: T.Buffer((T.int64(100), T.int64(1024)), "float32"), T_transpose: T.Buffer((T.int64(1024), T.int64(100)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(1024), T.int64(100)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(w[v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1])
                T_transpose[v_ax0, v_ax1] = w[v_ax1, v_ax0]

    @R.function
    def main(x: R.Tensor((1, 1024), dtype="float32"), w: R.Tensor((100, 1024), dtype="float32"), b: R.Tensor((100,), dtype="float32"), v: R.Tensor(("n", 40), dtype="float32"), u: R.Tensor((40,), dtype="float32"), y: R.Tensor((40, 30), dtype="float32")) -> R.Tuple(R.Tensor((1, 100), dtype="float32"), R.Tensor(("n",), dtype="float32"), R.Tensor((30,), dtype="float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            t = R.call_tir(cls.transpose, (w,), out_ty=R.Tensor((1024, 100), dtype="float32"))
            c = R.call_tir(cls.fused_matmul_add, (x, t, b), out_ty=R.Tensor((1, 100), dtype="float32"))
            d = R.call_tir(cls.matmul1, (v, u), out_ty=R.Tensor((n,), dtype="float32"))
            e = R.call_tir(cls.matmul2, (u, y), out_ty=R.Tensor((30,), dtype="float32"))
            R.output(c, d, e)
        return (c, d, e)
# note: transpose now: dlight.gemv: block T_transpose is no sum
# note: matmul2 now: dlight.gemv: block matmul does not add up the fastest axis
# note: fused_matmul_add now: dlight.gemv: block matmul does not add up the fastest axis
