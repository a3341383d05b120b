# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR,dlight.gpu.Reduction
# Along the fastest axis, a block of threads has one sum; along another one, several. What is fused behind is done by it.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 40, 300), "float32"), y: R.Tensor((8, 6, 70), "float32"), z: R.Tensor(("n", "k"), "float32"), w: R.Tensor((12, 32), "float32")):
        n = T.int64()
        k = T.int64()
        with R.dataflow():
            a = R.mean(x, axis=[2])
            b = R.sum(y, axis=[1])
            c = R.exp(b)
            d = R.sum(z, axis=[1])
            e = R.sum(w, axis=[1], keepdims=True)
            f = R.subtract(w, e)
            g = R.max(w, axis=[1])
            R.output(a, c, d, f, g)
        return (a, c, d, f, g)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max(w: T.Buffer((T.int64(12), T.int64(32)), "float32"), w_red: T.Buffer((T.int64(12),), "float32")):
        T.func_attr({"op_pattern": 3, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, k1 in T.grid(T.int64(12), T.int64(32)):
            with T.sblock("w_red"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(w[v_ax0, v_k1])
                T.writes(w_red[v_ax0])
                with T.init():
                    w_red[v_ax0] = T.float32(-340282346638528859811704183484516925440.0)
                w_red[v_ax0] = T.max(w_red[v_ax0], w[v_ax0, v_k1])

    @T.prim_func(private=True, s_tir=True)
    def mean(x: T.Buffer((T.int64(3), T.int64(40), T.int64(300)), "float32"), T_divide: T.Buffer((T.int64(3), T.int64(40)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        x_red = T.sblock_alloc_buffer((T.int64(3), T.int64(40)), scope="local")
        x_red_rf = T.sblock_alloc_buffer((T.int64(256), T.int64(3), T.int64(40)), scope="local")
        for ax0_ax1_fused in T.thread_binding(T.int64(120), thread="blockIdx.x"):
            for k2_1 in T.thread_binding(T.int64(256), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                with T.sblock("x_red_rf_init"):
                    vk2_1 = T.axis.spatial(T.int64(256), k2_1)
                    v_ax0 = T.axis.spatial(T.int64(3), ax0_ax1_fused // T.int64(40))
                    v_ax1 = T.axis.spatial(T.int64(40), ax0_ax1_fused % T.int64(40))
                    T.reads()
                    T.writes(x_red_rf[vk2_1, v_ax0, v_ax1])
                    x_red_rf[vk2_1, v_ax0, v_ax1] = T.float32(0.0)
                for k2_0, u in T.grid(T.int64(2), 1):
                    with T.sblock("x_red_rf_update"):
                        vk2_1 = T.axis.spatial(T.int64(256), k2_1)
                        v_ax0 = T.axis.spatial(T.int64(3), ax0_ax1_fused // T.int64(40))
                        v_ax1 = T.axis.spatial(T.int64(40), ax0_ax1_fused % T.int64(40))
                        vk2_0 = T.axis.reduce(T.int64(2), k2_0)
                        T.where(k2_0 * T.int64(256) + k2_1 < T.int64(300))
                        T.reads(x_red_rf[vk2_1, v_ax0, v_ax1], x[v_ax0, v_ax1, vk2_0 * T.int64(256) + vk2_1])
                        T.writes(x_red_rf[vk2_1, v_ax0, v_ax1])
                        x_red_rf[vk2_1, v_ax0, v_ax1] = x_red_rf[vk2_1, v_ax0, v_ax1] + x[v_ax0, v_ax1, vk2_0 * T.int64(256) + vk2_1]
            for ax0_ax1_fused_1 in range(T.int64(1)):
                for k2_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                    with T.sblock("x_red"):
                        vk2_1 = T.axis.reduce(T.int64(256), k2_1)
                        v_ax0 = T.axis.spatial(T.int64(3), ax0_ax1_fused // T.int64(40))
                        v_ax1 = T.axis.spatial(T.int64(40), ax0_ax1_fused % T.int64(40))
                        T.reads(x_red_rf[vk2_1, v_ax0, v_ax1])
                        T.writes(x_red[v_ax0, v_ax1])
                        with T.init():
                            x_red[v_ax0, v_ax1] = T.float32(0.0)
                        x_red[v_ax0, v_ax1] = x_red[v_ax0, v_ax1] + x_red_rf[vk2_1, v_ax0, v_ax1]
            for ax0, ax1 in T.grid(T.int64(1), T.int64(1)):
                with T.sblock("T_divide"):
                    v_ax0 = T.axis.spatial(T.int64(3), ax0_ax1_fused // T.int64(40) + ax0)
                    v_ax1 = T.axis.spatial(T.int64(40), ax0_ax1_fused % T.int64(40) + ax1)
                    T.reads(x_red[v_ax0, v_ax1])
                    T.writes(T_divide[v_ax0, v_ax1])
                    T_divide[v_ax0, v_ax1] = x_red[v_ax0, v_ax1] / T.float32(300.0)

    @T.prim_func(private=True, s_tir=True)
    def subtract(w: T.Buffer((T.int64(12), T.int64(32)), "float32"), e: T.Buffer((T.int64(12), T.int64(1)), "float32"), T_subtract: T.Buffer((T.int64(12), T.int64(32)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(12), T.int64(32)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(w[v_ax0, v_ax1], e[v_ax0, T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1])
                T_subtract[v_ax0, v_ax1] = w[v_ax0, v_ax1] - e[v_ax0, T.int64(0)]

    @T.prim_func(private=True, s_tir=True)
    def sum(y: T.Buffer((T.int64(8), T.int64(6), T.int64(70)), "float32"), y_red: T.Buffer((T.int64(8), T.int64(70)), "float32")):
        T.func_attr({"op_pattern": 3, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        y_red_rf = T.sblock_alloc_buffer((T.int64(16), T.int64(8), T.int64(70)), scope="local")
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(40), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(14), thread="threadIdx.x"):
                for k1_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("y_red_rf_init"):
                        vk1_1 = T.axis.spatial(T.int64(16), k1_1)
                        v_ax0 = T.axis.spatial(T.int64(8), (ax0_ax1_fused_0 * T.int64(14) + ax0_ax1_fused_1) // T.int64(70))
                        v_ax1 = T.axis.spatial(T.int64(70), (ax0_ax1_fused_0 * T.int64(14) + ax0_ax1_fused_1) % T.int64(70))
                        T.reads()
                        T.writes(y_red_rf[vk1_1, v_ax0, v_ax1])
                        y_red_rf[vk1_1, v_ax0, v_ax1] = T.float32(0.0)
                    for k1_0, u in T.grid(T.int64(1), 1):
                        with T.sblock("y_red_rf_update"):
                            vk1_1 = T.axis.spatial(T.int64(16), k1_1)
                            v_ax0 = T.axis.spatial(T.int64(8), (ax0_ax1_fused_0 * T.int64(14) + ax0_ax1_fused_1) // T.int64(70))
                            v_ax1 = T.axis.spatial(T.int64(70), (ax0_ax1_fused_0 * T.int64(14) + ax0_ax1_fused_1) % T.int64(70))
                            vk1_0 = T.axis.reduce(T.int64(1), k1_0)
                            T.where(k1_0 * T.int64(16) + k1_1 < T.int64(6))
                            T.reads(y_red_rf[vk1_1, v_ax0, v_ax1], y[v_ax0, vk1_0 * T.int64(16) + vk1_1, v_ax1])
                            T.writes(y_red_rf[vk1_1, v_ax0, v_ax1])
                            y_red_rf[vk1_1, v_ax0, v_ax1] = y_red_rf[vk1_1, v_ax0, v_ax1] + y[v_ax0, vk1_0 * T.int64(16) + vk1_1, v_ax1]
            for ax0_ax1_fused in T.thread_binding(T.int64(14), thread="threadIdx.x"):
                for k1_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("y_red"):
                        vk1_1 = T.axis.reduce(T.int64(16), k1_1)
                        v_ax0 = T.axis.spatial(T.int64(8), ax0_ax1_fused_0 // T.int64(5))
                        v_ax1 = T.axis.spatial(T.int64(70), ax0_ax1_fused_0 % T.int64(5) * T.int64(14) + ax0_ax1_fused)
                        T.reads(y_red_rf[vk1_1, v_ax0, v_ax1])
                        T.writes(y_red[v_ax0, v_ax1])
                        with T.init():
                            y_red[v_ax0, v_ax1] = T.float32(0.0)
                        y_red[v_ax0, v_ax1] = y_red[v_ax0, v_ax1] + y_red_rf[vk1_1, v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def sum1(z: T.Buffer(("n", "k"), "float32"), z_red: T.Buffer((n,), "float32")):
        n, k = T.int64(), T.int64()
        T.func_attr({"op_pattern": 3, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        z_red_rf = T.sblock_alloc_buffer((T.int64(1024), n), scope="local")
        for ax0 in T.thread_binding(n, thread="blockIdx.x"):
            for k1_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                with T.sblock("z_red_rf_init"):
                    vk1_1, v_ax0 = T.axis.remap("SS", [k1_1, ax0])
                    T.reads()
                    T.writes(z_red_rf[vk1_1, v_ax0])
                    z_red_rf[vk1_1, v_ax0] = T.float32(0.0)
                for k1_0, u in T.grid((k + T.int64(1023)) // T.int64(1024), 1):
                    with T.sblock("z_red_rf_update"):
                        vk1_1, v_ax0, vk1_0 = T.axis.remap("SSR", [k1_1, ax0, k1_0])
                        T.where(k1_0 * T.int64(1024) + k1_1 < k)
                        T.reads(z_red_rf[vk1_1, v_ax0], z[v_ax0, vk1_0 * T.int64(1024) + vk1_1])
                        T.writes(z_red_rf[vk1_1, v_ax0])
                        z_red_rf[vk1_1, v_ax0] = z_red_rf[vk1_1, v_ax0] + z[v_ax0, vk1_0 * T.int64(1024) + vk1_1]
            for ax0_1 in range(T.int64(1)):
                for k1_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                    with T.sblock("z_red"):
                        vk1_1, v_ax0 = T.axis.remap("RS", [k1_1, ax0])
                        T.reads(z_red_rf[vk1_1, v_ax0])
                        T.writes(z_red[v_ax0])
                        with T.init():
                            z_red[v_ax0] = T.float32(0.0)
                        z_red[v_ax0] = z_red[v_ax0] + z_red_rf[vk1_1, v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def sum2(w: T.Buffer((T.int64(12), T.int64(32)), "float32"), w_red: T.Buffer((T.int64(12), T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 3, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        w_red_rf = T.sblock_alloc_buffer((T.int64(32), T.int64(12), T.int64(1)), scope="local")
        for ax0 in T.thread_binding(T.int64(12), thread="blockIdx.x"):
            for k1_1 in T.thread_binding(T.int64(32), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                with T.sblock("w_red_rf_init"):
                    vk1_1, v_ax0 = T.axis.remap("SS", [k1_1, ax0])
                    T.reads()
                    T.writes(w_red_rf[vk1_1, v_ax0, T.int64(0)])
                    w_red_rf[vk1_1, v_ax0, T.int64(0)] = T.float32(0.0)
                for k1_0, u in T.grid(T.int64(1), 1):
                    with T.sblock("w_red_rf_update"):
                        vk1_1, v_ax0, vk1_0 = T.axis.remap("SSR", [k1_1, ax0, k1_0])
                        T.reads(w_red_rf[vk1_1, v_ax0, T.int64(0)], w[v_ax0, vk1_0 * T.int64(32) + vk1_1])
                        T.writes(w_red_rf[vk1_1, v_ax0, T.int64(0)])
                        w_red_rf[vk1_1, v_ax0, T.int64(0)] = w_red_rf[vk1_1, v_ax0, T.int64(0)] + w[v_ax0, vk1_0 * T.int64(32) + vk1_1]
            for ax0_1 in range(T.int64(1)):
                for k1_1 in T.thread_binding(T.int64(32), thread="threadIdx.x"):
                    with T.sblock("w_red"):
                        vk1_1, v_ax0 = T.axis.remap("RS", [k1_1, ax0])
                        T.reads(w_red_rf[vk1_1, v_ax0, T.int64(0)])
                        T.writes(w_red[v_ax0, T.int64(0)])
                        with T.init():
                            w_red[v_ax0, T.int64(0)] = T.float32(0.0)
                        w_red[v_ax0, T.int64(0)] = w_red[v_ax0, T.int64(0)] + w_red_rf[vk1_1, v_ax0, T.int64(0)]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(b: T.Buffer((T.int64(8), T.int64(70)), "float32"), compute: T.Buffer((T.int64(8), T.int64(70)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(8), T.int64(70)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(b[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(b[v_i0, v_i1])

    @R.function
    def main(x: R.Tensor((3, 40, 300), dtype="float32"), y: R.Tensor((8, 6, 70), dtype="float32"), z: R.Tensor(("n", "k"), dtype="float32"), w: R.Tensor((12, 32), dtype="float32")) -> R.Tuple(R.Tensor((3, 40), dtype="float32"), R.Tensor((8, 70), dtype="float32"), R.Tensor(("n",), dtype="float32"), R.Tensor((12, 32), dtype="float32"), R.Tensor((12,), dtype="float32")):
        n = T.int64()
        k = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.mean, (x,), out_ty=R.Tensor((3, 40), dtype="float32"))
            b = R.call_tir(cls.sum, (y,), out_ty=R.Tensor((8, 70), dtype="float32"))
            c = R.call_tir(cls.tir_exp, (b,), out_ty=R.Tensor((8, 70), dtype="float32"))
            d = R.call_tir(cls.sum1, (z,), out_ty=R.Tensor((n,), dtype="float32"))
            e = R.call_tir(cls.sum2, (w,), out_ty=R.Tensor((12, 1), dtype="float32"))
            f = R.call_tir(cls.subtract, (w, e), out_ty=R.Tensor((12, 32), dtype="float32"))
            g = R.call_tir(cls.max, (w,), out_ty=R.Tensor((12,), dtype="float32"))
            R.output(a, c, d, f, g)
        return (a, c, d, f, g)
# note: tir_exp now: dlight.reduction: block compute is no sum
# note: subtract now: dlight.reduction: block T_subtract is no sum
# note: max now: dlight.reduction: block w_red is no sum
