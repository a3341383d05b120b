# RUN: DispatchSampling,DispatchSortScan
# Sorting and scanning alone is lowered; exp stays for LegalizeOps, and so does what lies on a device.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("cuda", 0, "global")]})
    @R.function
    def main(prob: R.Tensor((3, 5), dtype="float32"), u: R.Tensor((2, 1), dtype="float32"), si: R.Tensor((2, 1), dtype="int64"), d: R.Tensor((4,), dtype="float32", vdevice="cuda:0")):
        with R.dataflow():
            a = R.multinomial_from_uniform(prob, u, si, dtype="int64")
            b = R.exp(prob)
            c: R.Tensor((4,), dtype="float32", vdevice="cuda:0") = R.cumsum(d, axis=0)
            R.output(a, b, c)
        return (a, b, c)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def cumsum(prob: T.Buffer((T.int64(3), T.int64(5)), "float32"), scan: T.Buffer((T.int64(3), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1, k in T.grid(T.int64(3), T.int64(5), T.int64(5)):
            with T.sblock("scan"):
                v_ax0, v_ax1, v_k = T.axis.remap("SSR", [ax0, ax1, k])
                T.reads(prob[v_ax0, v_k])
                T.writes(scan[v_ax0, v_ax1])
                with T.init():
                    scan[v_ax0, v_ax1] = T.float32(0.0)
                scan[v_ax0, v_ax1] = T.Select(v_k <= v_ax1, scan[v_ax0, v_ax1] + prob[v_ax0, v_k], scan[v_ax0, v_ax1])

    @T.prim_func(private=True, s_tir=True)
    def get_sample_index(lv: T.Buffer((T.int64(3), T.int64(5)), "float32"), u: T.Buffer((T.int64(2), T.int64(1)), "float32"), si: T.Buffer((T.int64(2), T.int64(1)), "int64"), get_sample_index: T.Buffer((T.int64(2), T.int64(1)), "int64")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        index = T.sblock_alloc_buffer((T.int64(2),), "int64")
        for ax0, k in T.grid(T.int64(2), T.int64(5)):
            with T.sblock("index"):
                v_ax0, v_k = T.axis.remap("SR", [ax0, k])
                T.reads(u[v_ax0, T.int64(0)], lv[si[v_ax0, T.int64(0)], T.int64(0):T.int64(5)], si[v_ax0, T.int64(0)])
                T.writes(index[v_ax0])
                with T.init():
                    index[v_ax0] = T.int64(0)
                index[v_ax0] = T.max(index[v_ax0], T.Select((u[v_ax0, T.int64(0)] < lv[si[v_ax0, T.int64(0)], v_k] or v_k + T.int64(1) == T.int64(5)) and (v_k == T.int64(0) or lv[si[v_ax0, T.int64(0)], T.max(v_k - T.int64(1), T.int64(0))] <= u[v_ax0, T.int64(0)]), v_k, T.int64(0)))
        for ax0, ax1 in T.grid(T.int64(2), T.int64(1)):
            with T.sblock("get_sample_index"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(index[v_ax0])
                T.writes(get_sample_index[v_ax0, v_ax1])
                get_sample_index[v_ax0, v_ax1] = index[v_ax0]

    @R.function
    def main(prob: R.Tensor((3, 5), dtype="float32"), u: R.Tensor((2, 1), dtype="float32"), si: R.Tensor((2, 1), dtype="int64"), d: R.Tensor((4,), dtype="float32", vdevice="cuda:0:global")) -> R.Tuple(R.Tensor((2, 1), dtype="int64"), R.Tensor((3, 5), dtype="float32"), R.Tensor((4,), dtype="float32", vdevice="cuda:0:global")):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.cumsum, (prob,), out_ty=R.Tensor((3, 5), dtype="float32"))
            a = R.call_tir(cls.get_sample_index, (lv, u, si), out_ty=R.Tensor((2, 1), dtype="int64"))
            b: R.Tensor((3, 5), dtype="float32") = R.exp(prob)
            c: R.Tensor((4,), dtype="float32", vdevice="cuda:0:global") = R.cumsum(d, axis=0, dtype=None, exclusive=False)
            R.output(a, b, c)
        return (a, b, c)
