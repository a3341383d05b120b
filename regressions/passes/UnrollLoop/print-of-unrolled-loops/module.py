# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global"), I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(6), T.int64(6), T.int64(6)), "bfloat16"), a1: T.Buffer((T.int64(6), T.int64(6), T.int64(6)), "bfloat16"), a2: T.Buffer((T.int64(6), T.int64(6), T.int64(6)), "bfloat16"), out0: T.Buffer((T.int64(6), T.int64(6)), "bfloat16")):
        T.func_attr({"operator_name": "assay.kernel0", "tirx.noalias": True})
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(6), T.int64(6)), "bfloat16")
        t1 = T.sblock_alloc_buffer((T.int64(6), T.int64(6)), "bfloat16")
        for i0, i1 in T.grid(T.int64(6), T.int64(6)):
            with T.sblock("t0"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(a0[v0, v0, v1])
                T.writes(t0[v0, v1])
                t0[v0, v1] = T.sqrt(a0[v0, v0, v1])
        for i2 in T.unroll(T.int64(6)):
            for i3 in T.unroll(T.int64(6)):
                for i4 in T.unroll(T.int64(6)):
                    for i5 in T.unroll(T.int64(6)):
                        with T.sblock("t1"):
                            v0, v1, v2, v3 = T.axis.remap("SSRR", [i2, i3, i4, i5])
                            T.reads(a1[v1, v2, v3])
                            T.writes(t1[v0, v1])
                            with T.init():
                                t1[v0, v1] = T.bfloat16(-338953138925153547590470800371487866880.0)
                            kept = T.bfloat16()
                            t1[v0, v1] = T.max(T.Let(kept, where={kept: t1[v0, v1]}), T.Cast("bfloat16", v3) / a1[v1, v2, v3])
        for i6 in T.unroll(T.int64(6)):
            for i7 in T.vectorized(T.int64(6)):
                with T.sblock("out0"):
                    v0, v1 = T.axis.remap("SS", [i6, i7])
                    T.reads(t0[v1, v1], a0[v1, v0, v1])
                    T.writes(out0[v0, v1])
                    out0[v0, v1] = T.ceil(T.max(t0[v1, v1], a0[v1, v0, v1]))

    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(6), T.int64(6), T.int64(6)), "bfloat16"), a1: T.Buffer((T.int64(6), T.int64(6), T.int64(6)), "bfloat16"), a2: T.Buffer((T.int64(6), T.int64(6), T.int64(6)), "bfloat16"), out0: T.Buffer((T.int64(6), T.int64(6), T.int64(6)), "bfloat16"), out1: T.Buffer((T.int64(6), T.int64(6), T.int64(6)), "bfloat16")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}), "tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in T.unroll(T.int64(6)):
            for i1, i2, i3, i4 in T.grid(T.int64(6), T.int64(6), T.int64(6), T.int64(6)):
                with T.sblock("out0"):
                    v0, v1, v2, v3, v4 = T.axis.remap("SSSRR", [i0, i1, i2, i3, i4])
                    T.reads(a1[T.int64(0):T.int64(6), T.int64(0):T.int64(6), T.int64(0):T.int64(6)], a2[v0, v3, v4])
                    T.writes(out0[v0, v1, v2])
                    with T.init():
                        out0[v0, v1, v2] = T.bfloat16(0.0)
                    out0[v0, v1, v2] = out0[v0, v1, v2] + T.sigmoid(T.if_then_else(v4 >= T.int64(1), a1[v2, v2, v4 - T.int64(1)], T.bfloat16(3.3125))) / T.erf(T.max(a2[v0, v3, v4], T.Cast("bfloat16", v0)))
        for i5, i6, once, i7 in T.grid(T.int64(6), T.int64(6), 1, T.int64(6)):
            with T.sblock("out1"):
                v0, v1, v2 = T.axis.remap("SSS", [i5, i6, i7])
                T.reads(out0[v0, v1, v2], a2[T.int64(0):T.int64(6), T.int64(0):T.int64(6), T.int64(0):T.int64(6)], a1[v0, v1, v2])
                T.writes(out1[v0, v1, v2])
                out1[v0, v1, v2] = T.min(T.max(out0[v0, v1, v2], a2[v0, v0, v2]), T.tanh(a1[v0, v1, v2])) - (a2[T.int64(5) - v0, v1, v2] + a1[v0, v1, v2] + T.min(T.Cast("bfloat16", v0), a2[v1, T.int64(5) - v0, v2]))

    @R.function
    def entry(x0: R.Tensor((6, 5, 6), dtype="bfloat16"), x1: R.Tuple(R.Tensor((6, 5, 6), dtype="bfloat16"), R.Tuple(R.Tensor((6, 5, 6), dtype="bfloat16"))), x2: R.Tensor((6, 5, 6), dtype="bfloat16"), x3: R.Tensor((6, 6, 6), dtype="bfloat16")) -> R.Tuple(R.Tensor((6, 5, 6), dtype="bfloat16")):
        R.func_attr({"num_input": 4})
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((6, 5, 6), dtype="bfloat16") = R.memory.ensure_zero_offset(x2)
            lv1 = R.call_dps_packed("test.add_dps", (x0, x2), out_ty=R.Tensor((6, 5, 6), dtype="bfloat16"))
            lv2 = R.call_tir(cls.kernel, (x3, x3, x3), out_ty=R.Tensor((6, 6), dtype="bfloat16"))
            R.output(lv2)
        return (x2,)

    @R.function
    def entry_1(x0: R.Tensor((6,), dtype="bfloat16"), x1: R.Tensor(dtype="bfloat16", ndim=2), x2: R.Tuple(R.Tensor((6,), dtype="bfloat16"), R.Tensor((6,), dtype="bfloat16")), x3: R.Tensor((6, 6, 3, 2), dtype="bfloat16"), x4: R.Tensor((6, 2, 3, 3), dtype="bfloat16")) -> R.Tensor((6, 6, 3, 3), dtype="bfloat16"):
        with R.dataflow():
            lv: R.Tensor((6, 6, 3, 3), dtype="bfloat16") = R.image.grid_sample(x3, x4, method="bilinear", layout="NCHW", padding_mode="border", align_corners=False)
            lv0: R.Tensor((6, 6, 3, 3), dtype="bfloat16") = R.reshape(lv, R.shape([6, 6, 3, 3]))
            lv1: R.Tensor((6, 6, 3, 3), dtype="bfloat16") = R.cos(lv0)
            R.output(lv0, lv1)
        return lv1

    @R.function(private=True)
    def helper(x0: R.Tensor((6, 6, 6), dtype="bfloat16"), x1: R.Tensor(dtype="bfloat16", ndim=1)) -> R.Tensor((6, 6, 6), dtype="bfloat16"):
        R.func_attr({"Codegen": "assay", "WorkspaceSize": 26, "num_input": 2})
        cls = Module
        gv0: R.Tensor((6, 6), dtype="bfloat16") = R.call_tir_with_grad(cls.kernel, (x0, x0, x0), out_ty=R.Tensor((6, 6), dtype="bfloat16"), te_grad_name="assay_grad")
        gv1 = R.call_tir(cls.kernel_1, (x0, x0, x0), out_ty=[R.Tensor((6, 6, 6), dtype="bfloat16"), R.Tensor((6, 6, 6), dtype="bfloat16")])
        gv2: R.Tensor((6, 6, 6), dtype="bfloat16") = R.cos(x0)
        return gv2

    @R.function
    def main(x0: R.Tensor((6,), dtype="bfloat16"), x1: R.Tuple(R.Tensor((6,), dtype="bfloat16"), R.Tuple(R.Tensor((6,), dtype="bfloat16"))), x2: R.Tensor((6, 6, 2, 3), dtype="bfloat16"), x3: R.Tensor((), dtype="bfloat16"), x4: R.Tensor((6, 6, 5), dtype="bfloat16"), x5: R.Tensor((6, 6, 2, 3), dtype="bfloat16"), x6: R.Tensor((6, 6, 6), dtype="bfloat16")) -> R.Tuple(R.Tensor((6,), dtype="bfloat16"), R.Tensor((6, 6, 2, 3), dtype="bfloat16")):
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((6, 2, 3, 1), dtype="bfloat16") = R.full(R.shape([6, 2, 3, 1]), R.const(0.057373046875, "float32"), dtype="bfloat16")
            lv1: R.Tensor((6, 6, 3, 1), dtype="bfloat16") = R.image.grid_sample(x2, lv0, method="nearest", layout="NCHW", padding_mode="reflection", align_corners=True)
            lv2: R.Tensor((6,), dtype="bfloat16") = R.mod(x0, x3)
            lv3: R.Tensor((), dtype="bfloat16") = R.cos(x3)
            lv4: R.Tuple(R.Tensor((6,), dtype="bfloat16")) = x1[1]
            lv5: R.Tensor((6,), dtype="int32") = R.stack((R.const(-4, "int32"), R.const(-5, "int32"), R.const(5, "int32"), R.const(5, "int32"), R.const(0, "int32"), R.const(-2, "int32")), axis=0)
            lv6: R.Tensor((6,), dtype="int32") = R.left_shift(lv5, R.const(17, "int32"))
            lv7: R.Tensor((6, 6, 5), dtype="bfloat16") = R.asin(x4)
            lv8 = R.call_dps_packed("test.identity_dps", (x5,), out_ty=R.Tensor((6, 6, 2, 3), dtype="bfloat16"))
            lv9: R.Tensor((6, 6, 3, 1), dtype="bfloat16") = R.tan(lv1)
            lv10: R.Tensor((6,), dtype="int32") = R.left_shift(lv6, R.const(28, "int32"))
            lv11 = R.call_tir(cls.kernel_1, (x6, x6, x6), out_ty=[R.Tensor((6, 6, 6), dtype="bfloat16"), R.Tensor((6, 6, 6), dtype="bfloat16")])
            R.output(lv1, lv5, lv8, lv10, lv11)
        return (x0, lv8)
