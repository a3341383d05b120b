# RUN: FastMathTransform
# Shows a mutant of passes/relax/fast_math_transform.cc (comparison): place < 0
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="float64", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float64", vdevice="cuda:0:global"):
        gv5: R.Tensor((1, 1, 1, 1), dtype="float64", vdevice="cuda:0:global") = R.nn.softmax(x2, axis=-4)
        return gv5
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def fast_softmax(x2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float64"), T_softmax_norm: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float64")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)), "float64")
        T_softmax_delta = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float64")
        T_fast_exp = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float64")
        T_softmax_expsum = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)), "float64")
        for i0, i1, i2, k in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSR", [i0, i1, i2, k])
                T.reads(x2[v_k, v_i0, v_i1, v_i2])
                T.writes(T_softmax_maxelem[v_i0, v_i1, v_i2])
                with T.init():
                    T_softmax_maxelem[v_i0, v_i1, v_i2] = T.float64(-179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368.0)
                T_softmax_maxelem[v_i0, v_i1, v_i2] = T.max(T_softmax_maxelem[v_i0, v_i1, v_i2], x2[v_k, v_i0, v_i1, v_i2])
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_softmax_delta"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x2[v_i0, v_i1, v_i2, v_i3], T_softmax_maxelem[v_i1, v_i2, v_i3])
                T.writes(T_softmax_delta[v_i0, v_i1, v_i2, v_i3])
                T_softmax_delta[v_i0, v_i1, v_i2, v_i3] = x2[v_i0, v_i1, v_i2, v_i3] - T_softmax_maxelem[v_i1, v_i2, v_i3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_fast_exp"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_softmax_delta[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_fast_exp[v_ax0, v_ax1, v_ax2, v_ax3])
                T_fast_exp[v_ax0, v_ax1, v_ax2, v_ax3] = T.exp(T_softmax_delta[v_ax0, v_ax1, v_ax2, v_ax3])
        for i0, i1, i2, k in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_softmax_expsum"):
                v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSR", [i0, i1, i2, k])
                T.reads(T_fast_exp[v_k, v_i0, v_i1, v_i2])
                T.writes(T_softmax_expsum[v_i0, v_i1, v_i2])
                with T.init():
                    T_softmax_expsum[v_i0, v_i1, v_i2] = T.float64(0.0)
                T_softmax_expsum[v_i0, v_i1, v_i2] = T_softmax_expsum[v_i0, v_i1, v_i2] + T_fast_exp[v_k, v_i0, v_i1, v_i2]
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_softmax_norm"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(T_fast_exp[v_i0, v_i1, v_i2, v_i3], T_softmax_expsum[v_i1, v_i2, v_i3])
                T.writes(T_softmax_norm[v_i0, v_i1, v_i2, v_i3])
                T.sblock_attr({"axis": 0})
                T_softmax_norm[v_i0, v_i1, v_i2, v_i3] = T_fast_exp[v_i0, v_i1, v_i2, v_i3] / T_softmax_expsum[v_i1, v_i2, v_i3]

    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="float64", vdevice="cuda:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float64", vdevice="cuda:0:global"):
        cls = Module
        gv5 = R.call_tir(cls.fast_softmax, (x2,), out_ty=R.Tensor((1, 1, 1, 1), dtype="float64", vdevice="cuda:0:global"))
        return gv5
