# RUN: LegalizeOps,dlight.ApplyDefaultSchedule
# The first rule that applies is the one.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((6, 300), "float32")):
        gv = R.nn.softmax(x, axis=-1)
        b = R.exp(x)
        return (gv, b)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def softmax(x: T.Buffer((T.int64(6), T.int64(300)), "float32"), T_softmax_norm: T.Buffer((T.int64(6), T.int64(300)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(6),), scope="shared")
        T_softmax_expsum = T.sblock_alloc_buffer((T.int64(6),), scope="shared")
        for i0 in T.thread_binding(T.int64(6), thread="blockIdx.x"):
            for ax0 in range(T.int64(1)):
                for k_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                    for k_0 in T.serial(T.int64(2), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                        with T.sblock("T_softmax_maxelem"):
                            v_i0 = T.axis.spatial(T.int64(6), i0 + ax0)
                            v_k = T.axis.reduce(T.int64(300), k_0 * T.int64(256) + k_1)
                            T.where(k_0 * T.int64(256) + k_1 < T.int64(300))
                            T.reads(x[v_i0, v_k])
                            T.writes(T_softmax_maxelem[v_i0])
                            with T.init():
                                T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
                            T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], x[v_i0, v_k])
            for ax0 in range(T.int64(1)):
                for k_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                    for k_0 in T.serial(T.int64(2), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                        with T.sblock("T_softmax_expsum"):
                            v_i0 = T.axis.spatial(T.int64(6), i0 + ax0)
                            v_k = T.axis.reduce(T.int64(300), k_0 * T.int64(256) + k_1)
                            T.where(k_0 * T.int64(256) + k_1 < T.int64(300))
                            T.reads(x[v_i0, v_k], T_softmax_maxelem[v_i0])
                            T.writes(T_softmax_expsum[v_i0])
                            with T.init():
                                T_softmax_expsum[v_i0] = T.float32(0.0)
                            T_softmax_expsum[v_i0] = T_softmax_expsum[v_i0] + T.exp(x[v_i0, v_k] - T_softmax_maxelem[v_i0])
            for i1_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                for i1_0 in T.serial(T.int64(2), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                    with T.sblock("T_softmax_norm"):
                        v_i0 = T.axis.spatial(T.int64(6), i0)
                        v_i1 = T.axis.spatial(T.int64(300), i1_0 * T.int64(256) + i1_1)
                        T.where(i1_0 * T.int64(256) + i1_1 < T.int64(300))
                        T.reads(x[v_i0, v_i1], T_softmax_maxelem[v_i0], T_softmax_expsum[v_i0])
                        T.writes(T_softmax_norm[v_i0, v_i1])
                        T.sblock_attr({"axis": 1})
                        T_softmax_norm[v_i0, v_i1] = T.exp(x[v_i0, v_i1] - T_softmax_maxelem[v_i0]) / T_softmax_expsum[v_i0]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(x: T.Buffer((T.int64(6), T.int64(300)), "float32"), compute: T.Buffer((T.int64(6), T.int64(300)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0_i1_fused_0 in T.thread_binding(T.int64(2), thread="blockIdx.x"):
            for i0_i1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("compute"):
                    v_i0 = T.axis.spatial(T.int64(6), (i0_i1_fused_0 * T.int64(1024) + i0_i1_fused_1) // T.int64(300))
                    v_i1 = T.axis.spatial(T.int64(300), (i0_i1_fused_0 * T.int64(1024) + i0_i1_fused_1) % T.int64(300))
                    T.where(i0_i1_fused_0 * T.int64(1024) + i0_i1_fused_1 < T.int64(1800))
                    T.reads(x[v_i0, v_i1])
                    T.writes(compute[v_i0, v_i1])
                    compute[v_i0, v_i1] = T.exp(x[v_i0, v_i1])

    @R.function
    def main(x: R.Tensor((6, 300), dtype="float32")) -> R.Tuple(R.Tensor((6, 300), dtype="float32"), R.Tensor((6, 300), dtype="float32")):
        cls = Module
        gv = R.call_tir(cls.softmax, (x,), out_ty=R.Tensor((6, 300), dtype="float32"))
        b = R.call_tir(cls.tir_exp, (x,), out_ty=R.Tensor((6, 300), dtype="float32"))
        return (gv, b)
