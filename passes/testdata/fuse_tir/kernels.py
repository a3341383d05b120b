# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR
# One kernel for each group: block names told apart, results in between in buffers of their own, shapes as arguments.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            a = R.matmul(x, w)
            b = R.add(a, R.const(1, "float32"))
            c = R.exp(b)
            d = R.exp(c)
            R.output(d)
        return d

    @R.function
    def dims(x: R.Tensor((4,), dtype="float32"), s: R.Shape(["n"])) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            a = R.broadcast_to(x, R.shape([n, 4]))
            b = R.exp(a)
            R.output(b)
        return b

    @R.function
    def twice(t: R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor(("n",), dtype="float32"))) -> R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        with R.dataflow():
            a = t[0]
            b = t[1]
            c = R.add(a, b)
            d = R.multiply(c, c)
            R.output(c, d)
        return (c, d)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_add1(t_0: T.Buffer(("n",), "float32"), t_1: T.Buffer((n,), "float32"), T_add_intermediate: T.Buffer((n,), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(n):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(n, ax0)
                T.reads(t_0[v_ax0], t_1[v_ax0])
                T.writes(T_add_intermediate[v_ax0])
                T_add_intermediate[v_ax0] = t_0[v_ax0] + t_1[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def fused_broadcast_to_tir_exp(x: T.Buffer((T.int64(4),), "float32"), n: T.int64, compute_intermediate: T.Buffer((n, T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_broadcast_to_intermediate = T.sblock_alloc_buffer((n, T.int64(4)))
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_broadcast_to"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax1])
                T.writes(T_broadcast_to_intermediate[v_ax0, v_ax1])
                T_broadcast_to_intermediate[v_ax0, v_ax1] = x[v_ax1]
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_broadcast_to_intermediate[v_i0, v_i1])
                T.writes(compute_intermediate[v_i0, v_i1])
                compute_intermediate[v_i0, v_i1] = T.exp(T_broadcast_to_intermediate[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def fused_matmul_add_tir_exp1_tir_exp1(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), w: T.Buffer((T.int64(3), T.int64(4)), "float32"), compute_intermediate_1: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        T_add_intermediate = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        compute_intermediate = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        for i0, i1, k in T.grid(T.int64(2), T.int64(4), T.int64(3)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_k], w[v_k, v_i1])
                T.writes(matmul_intermediate[v_i0, v_i1])
                with T.init():
                    matmul_intermediate[v_i0, v_i1] = T.float32(0.0)
                matmul_intermediate[v_i0, v_i1] = matmul_intermediate[v_i0, v_i1] + x[v_i0, v_k] * w[v_k, v_i1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(matmul_intermediate[v_ax0, v_ax1])
                T.writes(T_add_intermediate[v_ax0, v_ax1])
                T_add_intermediate[v_ax0, v_ax1] = matmul_intermediate[v_ax0, v_ax1] + T.float32(1.0)
        for i0, i1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_add_intermediate[v_i0, v_i1])
                T.writes(compute_intermediate[v_i0, v_i1])
                compute_intermediate[v_i0, v_i1] = T.exp(T_add_intermediate[v_i0, v_i1])
        for i0, i1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("compute1"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(compute_intermediate[v_i0, v_i1])
                T.writes(compute_intermediate_1[v_i0, v_i1])
                compute_intermediate_1[v_i0, v_i1] = T.exp(compute_intermediate[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def multiply(c: T.Buffer(("n",), "float32"), c_1: T.Buffer((n,), "float32"), T_multiply: T.Buffer((n,), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(n):
            with T.sblock("T_multiply"):
                v_ax0 = T.axis.spatial(n, ax0)
                T.reads(c[v_ax0], c_1[v_ax0])
                T.writes(T_multiply[v_ax0])
                T_multiply[v_ax0] = c[v_ax0] * c_1[v_ax0]

    @R.function
    def dims(x: R.Tensor((4,), dtype="float32"), s: R.Shape(["n"])) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            b = R.call_tir(cls.fused_broadcast_to_tir_exp, (x, n), out_ty=R.Tensor((n, 4), dtype="float32"))
            R.output(b)
        return b

    @R.function
    def twice(t: R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor(("n",), dtype="float32"))) -> R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            lv: R.Tensor((n,), dtype="float32") = t[0]
            lv_1: R.Tensor((n,), dtype="float32") = t[1]
            c = R.call_tir(cls.fused_add1, (lv, lv_1), out_ty=R.Tensor((n,), dtype="float32"))
            d = R.call_tir(cls.multiply, (c, c), out_ty=R.Tensor((n,), dtype="float32"))
            R.output(c, d)
        return (c, d)

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            d = R.call_tir(cls.fused_matmul_add_tir_exp1_tir_exp1, (x, w), out_ty=R.Tensor((2, 4), dtype="float32"))
            R.output(d)
        return d
