# RUN: LegalizeOps
# Kernels in topi's stages, numbered by the names of the functions that need them first, and what constants leave of them.
from tvm.script import ir as I, relax as R, tirx as T
@I.ir_module
class Module:
    @R.function
    def zero_last(x: R.Tensor((2, 3), dtype="float32")):
        gv = R.multiply(x, x)
        return gv

    @R.function
    def all_first(x: R.Tensor((4,), dtype="float32")):
        gv = R.multiply(x, x)
        return gv

    @R.function
    def neutral(x: R.Tensor((2, 3), dtype="float32"), i: R.Tensor((4,), dtype="int32")):
        a = R.multiply(x, R.const(1.0, "float32"))
        b = R.subtract(a, R.const(0.0, "float32"))
        d = R.add(i, R.const(0, "int32"))
        c = R.nn.softplus(b, beta=2.0)
        return (c, d)

    @R.function
    def attended(q: R.Tensor((2, 3, 4, 5), dtype="float32"), k: R.Tensor((2, 6, 4, 5), dtype="float32"), v: R.Tensor((2, 6, 4, 7), dtype="float32"), bias: R.Tensor((1, 4, 3, 6), dtype="float32")):
        gv = R.nn.attention(q, k, v, bias, causal_mask="BottomRight")
        return gv

    @R.function
    def attended_plainly(q: R.Tensor(("n", "m", 4, 5), dtype="float32"), k: R.Tensor(("n", "s", 4, 5), dtype="float32"), v: R.Tensor(("n", "s", 4, 5), dtype="float32")):
        gv = R.nn.attention(q, k, v, scale=T.FloatImm("float32", 0.5))
        return gv

    @R.function
    def batches(x: R.Tensor((2, "h", 4), dtype="float32"), g: R.Tensor(("h",), dtype="float32"), mean: R.Tensor(("h",), dtype="float32"), variance: R.Tensor(("h",), dtype="float32")):
        gv = R.nn.batch_norm(x, g, g, mean, variance, axis=1, epsilon=1e-05, center=True, scale=False, momentum=0.1, training=True)
        return gv

    @R.function
    def batches_at_rest(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor((3,), dtype="float32")):
        gv = R.nn.batch_norm(x, g, g, g, g, axis=1, epsilon=1e-05, center=False, scale=True, momentum=0.1, training=False)
        return gv

    @R.function
    def moved(x: R.Tensor((10, 21), dtype="float32")):
        a = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j // 3, i, j % 3)))
        b = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j // 4, i, j % 4)), pad_value=T.float32(2.0))
        return (a, b)

    @R.function
    def bent(x: R.Tensor((5,), dtype="float32")):
        a = R.nn.selu(x)
        b = R.nn.pad(a, pad_width=[2, 1], pad_mode="circular")
        c = R.eye(R.prim_value(3), R.prim_value(4), R.prim_value(-1), dtype="float32")
        d = R.hamming_window(R.prim_value(10), R.prim_value(True), R.prim_value(T.float32(0.54)), R.prim_value(T.float32(0.46)), dtype="float32")
        e = R.std(R.reshape(b, (1, 8)), axis=[1])
        return (c, d, e)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(i: T.Buffer((T.int64(4),), "int32"), T_add: T.Buffer((T.int64(4),), "int32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(i[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = i[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def attention(q: T.Buffer(("n", "m", T.int64(4), T.int64(5)), "float32"), k: T.Buffer((n, "s", T.int64(4), T.int64(5)), "float32"), v: T.Buffer((n, s, T.int64(4), T.int64(5)), "float32"), T_transpose: T.Buffer((n, m, T.int64(4), T.int64(5)), "float32")):
        n, m = T.int64(), T.int64()
        s = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_transpose_1 = T.sblock_alloc_buffer((n, T.int64(4), m, T.int64(5)))
        T_reshape = T.sblock_alloc_buffer((n * T.int64(4), m, T.int64(5)))
        T_transpose_2 = T.sblock_alloc_buffer((n, T.int64(4), s, T.int64(5)))
        T_reshape_1 = T.sblock_alloc_buffer((n * T.int64(4), s, T.int64(5)))
        T_batch_matmul_NT = T.sblock_alloc_buffer((n * T.int64(4), m, s))
        T_multiply = T.sblock_alloc_buffer((n * T.int64(4), m, s))
        T_softmax_maxelem = T.sblock_alloc_buffer((n * T.int64(4), m))
        T_softmax_exp = T.sblock_alloc_buffer((n * T.int64(4), m, s))
        T_softmax_expsum = T.sblock_alloc_buffer((n * T.int64(4), m))
        T_softmax_norm = T.sblock_alloc_buffer((n * T.int64(4), m, s))
        T_transpose_3 = T.sblock_alloc_buffer((n, T.int64(4), s, T.int64(5)))
        T_reshape_2 = T.sblock_alloc_buffer((n * T.int64(4), s, T.int64(5)))
        T_batch_matmul_NN = T.sblock_alloc_buffer((n * T.int64(4), m, T.int64(5)))
        T_reshape_3 = T.sblock_alloc_buffer((n, T.int64(4), m, T.int64(5)))
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(4), m, T.int64(5)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(q[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3] = q[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(n * T.int64(4), m, T.int64(5)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_1[(v_ax2 // T.int64(5) + v_ax0 * m + v_ax1) // m // T.int64(4) % n, (v_ax2 // T.int64(5) + v_ax0 * m + v_ax1) // m % T.int64(4), (v_ax2 // T.int64(5) + v_ax0 * m + v_ax1) % m, v_ax2 % T.int64(5)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = T_transpose_1[(v_ax2 // T.int64(5) + v_ax0 * m + v_ax1) // m // T.int64(4) % n, (v_ax2 // T.int64(5) + v_ax0 * m + v_ax1) // m % T.int64(4), (v_ax2 // T.int64(5) + v_ax0 * m + v_ax1) % m, v_ax2 % T.int64(5)]
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(4), s, T.int64(5)):
            with T.sblock("T_transpose_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(k[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3] = k[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(n * T.int64(4), s, T.int64(5)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_2[(v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) // s // T.int64(4) % n, (v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) // s % T.int64(4), (v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) % s, v_ax2 % T.int64(5)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2])
                T_reshape_1[v_ax0, v_ax1, v_ax2] = T_transpose_2[(v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) // s // T.int64(4) % n, (v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) // s % T.int64(4), (v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) % s, v_ax2 % T.int64(5)]
        for b, i, j, k_1 in T.grid(n * T.int64(4), m, s, T.int64(5)):
            with T.sblock("T_batch_matmul_NT"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_reshape[v_b, v_i, v_k], T_reshape_1[v_b, v_j, v_k])
                T.writes(T_batch_matmul_NT[v_b, v_i, v_j])
                T.sblock_attr({"layout_free_placeholders": [T_reshape_1]})
                with T.init():
                    T_batch_matmul_NT[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NT[v_b, v_i, v_j] = T_batch_matmul_NT[v_b, v_i, v_j] + T_reshape[v_b, v_i, v_k] * T_reshape_1[v_b, v_j, v_k]
        for ax0, ax1, ax2 in T.grid(n * T.int64(4), m, s):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_batch_matmul_NT[v_ax0, v_ax1, v_ax2])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
                T_multiply[v_ax0, v_ax1, v_ax2] = T_batch_matmul_NT[v_ax0, v_ax1, v_ax2]
        for i0, i1, k_1 in T.grid(n * T.int64(4), m, s):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k_1])
                T.reads(T_multiply[v_i0, v_i1, v_k])
                T.writes(T_softmax_maxelem[v_i0, v_i1])
                with T.init():
                    T_softmax_maxelem[v_i0, v_i1] = T.float32(-340282346638528859811704183484516925440.0)
                T_softmax_maxelem[v_i0, v_i1] = T.max(T_softmax_maxelem[v_i0, v_i1], T_multiply[v_i0, v_i1, v_k])
        for i0, i1, i2 in T.grid(n * T.int64(4), m, s):
            with T.sblock("T_softmax_exp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_multiply[v_i0, v_i1, v_i2], T_softmax_maxelem[v_i0, v_i1])
                T.writes(T_softmax_exp[v_i0, v_i1, v_i2])
                T_softmax_exp[v_i0, v_i1, v_i2] = T.exp(T_multiply[v_i0, v_i1, v_i2] - T_softmax_maxelem[v_i0, v_i1])
        for i0, i1, k_1 in T.grid(n * T.int64(4), m, s):
            with T.sblock("T_softmax_expsum"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k_1])
                T.reads(T_softmax_exp[v_i0, v_i1, v_k])
                T.writes(T_softmax_expsum[v_i0, v_i1])
                with T.init():
                    T_softmax_expsum[v_i0, v_i1] = T.float32(0.0)
                T_softmax_expsum[v_i0, v_i1] = T_softmax_expsum[v_i0, v_i1] + T_softmax_exp[v_i0, v_i1, v_k]
        for i0, i1, i2 in T.grid(n * T.int64(4), m, s):
            with T.sblock("T_softmax_norm"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_softmax_exp[v_i0, v_i1, v_i2], T_softmax_expsum[v_i0, v_i1])
                T.writes(T_softmax_norm[v_i0, v_i1, v_i2])
                T.sblock_attr({"axis": 2})
                T_softmax_norm[v_i0, v_i1, v_i2] = T_softmax_exp[v_i0, v_i1, v_i2] / T_softmax_expsum[v_i0, v_i1]
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(4), s, T.int64(5)):
            with T.sblock("T_transpose_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(v[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3] = v[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(n * T.int64(4), s, T.int64(5)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_3[(v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) // s // T.int64(4) % n, (v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) // s % T.int64(4), (v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) % s, v_ax2 % T.int64(5)])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2])
                T_reshape_2[v_ax0, v_ax1, v_ax2] = T_transpose_3[(v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) // s // T.int64(4) % n, (v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) // s % T.int64(4), (v_ax2 // T.int64(5) + v_ax0 * s + v_ax1) % s, v_ax2 % T.int64(5)]
        for b, i, j, k_1 in T.grid(n * T.int64(4), m, T.int64(5), s):
            with T.sblock("T_batch_matmul_NN"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_softmax_norm[v_b, v_i, v_k], T_reshape_2[v_b, v_k, v_j])
                T.writes(T_batch_matmul_NN[v_b, v_i, v_j])
                T.sblock_attr({"layout_free_placeholders": [T_reshape_2]})
                with T.init():
                    T_batch_matmul_NN[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NN[v_b, v_i, v_j] = T_batch_matmul_NN[v_b, v_i, v_j] + T_softmax_norm[v_b, v_i, v_k] * T_reshape_2[v_b, v_k, v_j]
        for ax0, ax1, ax2, ax3 in T.grid(n, T.int64(4), m, T.int64(5)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_batch_matmul_NN[(v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * m + v_ax2) // m % (n * T.int64(4)), (v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * m + v_ax2) % m, v_ax3 % T.int64(5)])
                T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_3[v_ax0, v_ax1, v_ax2, v_ax3] = T_batch_matmul_NN[(v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * m + v_ax2) // m % (n * T.int64(4)), (v_ax3 // T.int64(5) + (v_ax0 * T.int64(4) + v_ax1) * m + v_ax2) % m, v_ax3 % T.int64(5)]
        for ax0, ax1, ax2, ax3 in T.grid(n, m, T.int64(4), T.int64(5)):
            with T.sblock("T_transpose_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3]

    @T.prim_func(private=True, s_tir=True)
    def attention_bias(q: T.Buffer((T.int64(2), T.int64(3), T.int64(4), T.int64(5)), "float32"), k: T.Buffer((T.int64(2), T.int64(6), T.int64(4), T.int64(5)), "float32"), v: T.Buffer((T.int64(2), T.int64(6), T.int64(4), T.int64(7)), "float32"), bias: T.Buffer((T.int64(1), T.int64(4), T.int64(3), T.int64(6)), "float32"), T_transpose: T.Buffer((T.int64(2), T.int64(3), T.int64(4), T.int64(7)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_transpose_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(3), T.int64(5)))
        T_reshape = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(5)))
        T_transpose_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6), T.int64(5)))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(8), T.int64(6), T.int64(5)))
        T_batch_matmul_NT = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(6)))
        T_divide = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(6)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(3), T.int64(6)))
        T_add = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(3), T.int64(6)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(6)))
        trilu = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(6)))
        trilu_red = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(6)))
        compute = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(6)))
        trilu_1 = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(6)))
        trilu_red_1 = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(1)))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(6)))
        T_transpose_3 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(6), T.int64(7)))
        T_reshape_4 = T.sblock_alloc_buffer((T.int64(8), T.int64(6), T.int64(7)))
        T_batch_matmul_NN = T.sblock_alloc_buffer((T.int64(8), T.int64(3), T.int64(7)))
        T_reshape_5 = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(3), T.int64(7)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(3), T.int64(5)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(q[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3] = q[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(8), T.int64(3), T.int64(5)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_1[((v_ax2 // T.int64(5) + v_ax1) // T.int64(3) + v_ax0) % T.int64(8) // T.int64(4), ((v_ax2 // T.int64(5) + v_ax1) // T.int64(3) + v_ax0) % T.int64(4), (v_ax2 // T.int64(5) + v_ax1) % T.int64(3), v_ax2 % T.int64(5)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = T_transpose_1[((v_ax2 // T.int64(5) + v_ax1) // T.int64(3) + v_ax0) % T.int64(8) // T.int64(4), ((v_ax2 // T.int64(5) + v_ax1) // T.int64(3) + v_ax0) % T.int64(4), (v_ax2 // T.int64(5) + v_ax1) % T.int64(3), v_ax2 % T.int64(5)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(6), T.int64(5)):
            with T.sblock("T_transpose_1"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(k[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3] = k[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(8), T.int64(6), T.int64(5)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_2[((v_ax2 // T.int64(5) + v_ax1) // T.int64(6) + v_ax0) % T.int64(8) // T.int64(4), ((v_ax2 // T.int64(5) + v_ax1) // T.int64(6) + v_ax0) % T.int64(4), (v_ax2 // T.int64(5) + v_ax1) % T.int64(6), v_ax2 % T.int64(5)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2])
                T_reshape_1[v_ax0, v_ax1, v_ax2] = T_transpose_2[((v_ax2 // T.int64(5) + v_ax1) // T.int64(6) + v_ax0) % T.int64(8) // T.int64(4), ((v_ax2 // T.int64(5) + v_ax1) // T.int64(6) + v_ax0) % T.int64(4), (v_ax2 // T.int64(5) + v_ax1) % T.int64(6), v_ax2 % T.int64(5)]
        for b, i, j, k_1 in T.grid(T.int64(8), T.int64(3), T.int64(6), T.int64(5)):
            with T.sblock("T_batch_matmul_NT"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_reshape[v_b, v_i, v_k], T_reshape_1[v_b, v_j, v_k])
                T.writes(T_batch_matmul_NT[v_b, v_i, v_j])
                T.sblock_attr({"layout_free_placeholders": [T_reshape_1]})
                with T.init():
                    T_batch_matmul_NT[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NT[v_b, v_i, v_j] = T_batch_matmul_NT[v_b, v_i, v_j] + T_reshape[v_b, v_i, v_k] * T_reshape_1[v_b, v_j, v_k]
        for ax0, ax1, ax2 in T.grid(T.int64(8), T.int64(3), T.int64(6)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_batch_matmul_NT[v_ax0, v_ax1, v_ax2])
                T.writes(T_divide[v_ax0, v_ax1, v_ax2])
                T_divide[v_ax0, v_ax1, v_ax2] = T_batch_matmul_NT[v_ax0, v_ax1, v_ax2] / T.sqrt(T.float32(5.0))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(3), T.int64(6)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_divide[(v_ax0 * T.int64(4) + (v_ax3 // T.int64(6) + v_ax2) // T.int64(3) + v_ax1) % T.int64(8), (v_ax3 // T.int64(6) + v_ax2) % T.int64(3), v_ax3 % T.int64(6)])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3] = T_divide[(v_ax0 * T.int64(4) + (v_ax3 // T.int64(6) + v_ax2) // T.int64(3) + v_ax1) % T.int64(8), (v_ax3 // T.int64(6) + v_ax2) % T.int64(3), v_ax3 % T.int64(6)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(3), T.int64(6)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3], bias[T.int64(0), v_ax1, v_ax2, v_ax3])
                T.writes(T_add[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3] + bias[T.int64(0), v_ax1, v_ax2, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(8), T.int64(3), T.int64(6)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_add[((v_ax2 // T.int64(6) + v_ax1) // T.int64(3) + v_ax0) % T.int64(8) // T.int64(4), ((v_ax2 // T.int64(6) + v_ax1) // T.int64(3) + v_ax0) % T.int64(4), (v_ax2 // T.int64(6) + v_ax1) % T.int64(3), v_ax2 % T.int64(6)])
                T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2])
                T_reshape_3[v_ax0, v_ax1, v_ax2] = T_add[((v_ax2 // T.int64(6) + v_ax1) // T.int64(3) + v_ax0) % T.int64(8) // T.int64(4), ((v_ax2 // T.int64(6) + v_ax1) // T.int64(3) + v_ax0) % T.int64(4), (v_ax2 // T.int64(6) + v_ax1) % T.int64(3), v_ax2 % T.int64(6)]
        for i0, i1, i2 in T.grid(T.int64(8), T.int64(3), T.int64(6)):
            with T.sblock("trilu"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_reshape_3[v_i0, v_i1, v_i2])
                T.writes(trilu[v_i0, v_i1, v_i2])
                trilu[v_i0, v_i1, v_i2] = T.Select(v_i2 <= v_i1 + T.int64(3), T_reshape_3[v_i0, v_i1, v_i2], T.float32(0.0))
        for ax0, ax1, ax2, k_1 in T.grid(T.int64(8), T.int64(3), T.int64(1), T.int64(6)):
            with T.sblock("trilu_red"):
                v_ax0, v_ax1, v_ax2, v_k = T.axis.remap("SSSR", [ax0, ax1, ax2, k_1])
                T.reads(trilu[v_ax0, v_ax1, v_k])
                T.writes(trilu_red[v_ax0, v_ax1, v_ax2])
                with T.init():
                    trilu_red[v_ax0, v_ax1, v_ax2] = T.float32(-340282346638528859811704183484516925440.0)
                trilu_red[v_ax0, v_ax1, v_ax2] = T.max(trilu_red[v_ax0, v_ax1, v_ax2], trilu[v_ax0, v_ax1, v_k])
        for ax0, ax1, ax2 in T.grid(T.int64(8), T.int64(3), T.int64(6)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(trilu[v_ax0, v_ax1, v_ax2], trilu_red[v_ax0, v_ax1, T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
                T_subtract[v_ax0, v_ax1, v_ax2] = trilu[v_ax0, v_ax1, v_ax2] - trilu_red[v_ax0, v_ax1, T.int64(0)]
        for i0, i1, i2 in T.grid(T.int64(8), T.int64(3), T.int64(6)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_subtract[v_i0, v_i1, v_i2])
                T.writes(compute[v_i0, v_i1, v_i2])
                compute[v_i0, v_i1, v_i2] = T.exp(T_subtract[v_i0, v_i1, v_i2])
        for i0, i1, i2 in T.grid(T.int64(8), T.int64(3), T.int64(6)):
            with T.sblock("trilu_1"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(compute[v_i0, v_i1, v_i2])
                T.writes(trilu_1[v_i0, v_i1, v_i2])
                trilu_1[v_i0, v_i1, v_i2] = T.Select(v_i2 <= v_i1 + T.int64(3), compute[v_i0, v_i1, v_i2], T.float32(0.0))
        for ax0, ax1, ax2, k_1 in T.grid(T.int64(8), T.int64(3), T.int64(1), T.int64(6)):
            with T.sblock("trilu_red_1"):
                v_ax0, v_ax1, v_ax2, v_k = T.axis.remap("SSSR", [ax0, ax1, ax2, k_1])
                T.reads(trilu_1[v_ax0, v_ax1, v_k])
                T.writes(trilu_red_1[v_ax0, v_ax1, v_ax2])
                with T.init():
                    trilu_red_1[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                trilu_red_1[v_ax0, v_ax1, v_ax2] = trilu_red_1[v_ax0, v_ax1, v_ax2] + trilu_1[v_ax0, v_ax1, v_k]
        for ax0, ax1, ax2 in T.grid(T.int64(8), T.int64(3), T.int64(6)):
            with T.sblock("T_divide_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(trilu_1[v_ax0, v_ax1, v_ax2], trilu_red_1[v_ax0, v_ax1, T.int64(0)])
                T.writes(T_divide_1[v_ax0, v_ax1, v_ax2])
                T_divide_1[v_ax0, v_ax1, v_ax2] = trilu_1[v_ax0, v_ax1, v_ax2] / trilu_red_1[v_ax0, v_ax1, T.int64(0)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(6), T.int64(7)):
            with T.sblock("T_transpose_2"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(v[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3] = v[v_ax0, v_ax2, v_ax1, v_ax3]
        for ax0, ax1, ax2 in T.grid(T.int64(8), T.int64(6), T.int64(7)):
            with T.sblock("T_reshape_4"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_transpose_3[((v_ax2 // T.int64(7) + v_ax1) // T.int64(6) + v_ax0) % T.int64(8) // T.int64(4), ((v_ax2 // T.int64(7) + v_ax1) // T.int64(6) + v_ax0) % T.int64(4), (v_ax2 // T.int64(7) + v_ax1) % T.int64(6), v_ax2 % T.int64(7)])
                T.writes(T_reshape_4[v_ax0, v_ax1, v_ax2])
                T_reshape_4[v_ax0, v_ax1, v_ax2] = T_transpose_3[((v_ax2 // T.int64(7) + v_ax1) // T.int64(6) + v_ax0) % T.int64(8) // T.int64(4), ((v_ax2 // T.int64(7) + v_ax1) // T.int64(6) + v_ax0) % T.int64(4), (v_ax2 // T.int64(7) + v_ax1) % T.int64(6), v_ax2 % T.int64(7)]
        for b, i, j, k_1 in T.grid(T.int64(8), T.int64(3), T.int64(7), T.int64(6)):
            with T.sblock("T_batch_matmul_NN"):
                v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_1])
                T.reads(T_divide_1[v_b, v_i, v_k], T_reshape_4[v_b, v_k, v_j])
                T.writes(T_batch_matmul_NN[v_b, v_i, v_j])
                T.sblock_attr({"layout_free_placeholders": [T_reshape_4]})
                with T.init():
                    T_batch_matmul_NN[v_b, v_i, v_j] = T.float32(0.0)
                T_batch_matmul_NN[v_b, v_i, v_j] = T_batch_matmul_NN[v_b, v_i, v_j] + T_divide_1[v_b, v_i, v_k] * T_reshape_4[v_b, v_k, v_j]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(4), T.int64(3), T.int64(7)):
            with T.sblock("T_reshape_5"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_batch_matmul_NN[(v_ax0 * T.int64(4) + (v_ax3 // T.int64(7) + v_ax2) // T.int64(3) + v_ax1) % T.int64(8), (v_ax3 // T.int64(7) + v_ax2) % T.int64(3), v_ax3 % T.int64(7)])
                T.writes(T_reshape_5[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_5[v_ax0, v_ax1, v_ax2, v_ax3] = T_batch_matmul_NN[(v_ax0 * T.int64(4) + (v_ax3 // T.int64(7) + v_ax2) // T.int64(3) + v_ax1) % T.int64(8), (v_ax3 // T.int64(7) + v_ax2) % T.int64(3), v_ax3 % T.int64(7)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(4), T.int64(7)):
            with T.sblock("T_transpose_3"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_5[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_5[v_ax0, v_ax2, v_ax1, v_ax3]

    @T.prim_func(private=True, s_tir=True)
    def batch_norm(x: T.Buffer((T.int64(2), "h", T.int64(4)), "float32"), g: T.Buffer((h,), "float32"), g_1: T.Buffer((h,), "float32"), mean: T.Buffer((h,), "float32"), variance: T.Buffer((h,), "float32"), T_add: T.Buffer((T.int64(2), h, T.int64(4)), "float32"), T_add_1: T.Buffer((h,), "float32"), T_add_2: T.Buffer((h,), "float32")):
        h = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        x_sum = T.sblock_alloc_buffer((h,))
        T_divide = T.sblock_alloc_buffer((h,))
        T_reshape = T.sblock_alloc_buffer((T.int64(1), h, T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(2), h, T.int64(4)))
        T_subtract_1 = T.sblock_alloc_buffer((T.int64(2), h, T.int64(4)))
        T_subtract_2 = T.sblock_alloc_buffer((T.int64(2), h, T.int64(4)))
        T_multiply = T.sblock_alloc_buffer((T.int64(2), h, T.int64(4)))
        T_multiply_red = T.sblock_alloc_buffer((h,))
        T_divide_1 = T.sblock_alloc_buffer((h,))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(1), h, T.int64(1)))
        T_add_3 = T.sblock_alloc_buffer((T.int64(1), h, T.int64(1)))
        compute = T.sblock_alloc_buffer((T.int64(1), h, T.int64(1)))
        T_divide_2 = T.sblock_alloc_buffer((T.int64(2), h, T.int64(4)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(1), h, T.int64(1)))
        T_multiply_1 = T.sblock_alloc_buffer((h,))
        T_multiply_2 = T.sblock_alloc_buffer((h,))
        T_multiply_3 = T.sblock_alloc_buffer((h,))
        T_multiply_4 = T.sblock_alloc_buffer((h,))
        for ax0, k0, k1 in T.grid(h, T.int64(2), T.int64(4)):
            with T.sblock("x_sum"):
                v_ax0, v_k0, v_k1 = T.axis.remap("SRR", [ax0, k0, k1])
                T.reads(x[v_k0, v_ax0, v_k1])
                T.writes(x_sum[v_ax0])
                with T.init():
                    x_sum[v_ax0] = T.float32(0.0)
                x_sum[v_ax0] = x_sum[v_ax0] + x[v_k0, v_ax0, v_k1]
        for ax0 in range(h):
            with T.sblock("T_divide"):
                v_ax0 = T.axis.spatial(h, ax0)
                T.reads(x_sum[v_ax0])
                T.writes(T_divide[v_ax0])
                T_divide[v_ax0] = x_sum[v_ax0] / T.float32(8.0)
        for ax0, ax1, ax2 in T.grid(T.int64(1), h, T.int64(1)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_divide[(v_ax0 * h + v_ax1 + v_ax2) % h])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = T_divide[(v_ax0 * h + v_ax1 + v_ax2) % h]
        for ax0, ax1, ax2 in T.grid(T.int64(2), h, T.int64(4)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2], T_reshape[T.int64(0), v_ax1, T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
                T_subtract[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax1, v_ax2] - T_reshape[T.int64(0), v_ax1, T.int64(0)]
        for ax0, ax1, ax2 in T.grid(T.int64(2), h, T.int64(4)):
            with T.sblock("T_subtract_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2], T_reshape[T.int64(0), v_ax1, T.int64(0)])
                T.writes(T_subtract_1[v_ax0, v_ax1, v_ax2])
                T_subtract_1[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax1, v_ax2] - T_reshape[T.int64(0), v_ax1, T.int64(0)]
        for ax0, ax1, ax2 in T.grid(T.int64(2), h, T.int64(4)):
            with T.sblock("T_subtract_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2], T_reshape[T.int64(0), v_ax1, T.int64(0)])
                T.writes(T_subtract_2[v_ax0, v_ax1, v_ax2])
                T_subtract_2[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax1, v_ax2] - T_reshape[T.int64(0), v_ax1, T.int64(0)]
        for ax0, ax1, ax2 in T.grid(T.int64(2), h, T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_subtract_1[v_ax0, v_ax1, v_ax2], T_subtract_2[v_ax0, v_ax1, v_ax2])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
                T_multiply[v_ax0, v_ax1, v_ax2] = T_subtract_1[v_ax0, v_ax1, v_ax2] * T_subtract_2[v_ax0, v_ax1, v_ax2]
        for ax0, k0, k1 in T.grid(h, T.int64(2), T.int64(4)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_k0, v_k1 = T.axis.remap("SRR", [ax0, k0, k1])
                T.reads(T_multiply[v_k0, v_ax0, v_k1])
                T.writes(T_multiply_red[v_ax0])
                with T.init():
                    T_multiply_red[v_ax0] = T.float32(0.0)
                T_multiply_red[v_ax0] = T_multiply_red[v_ax0] + T_multiply[v_k0, v_ax0, v_k1]
        for ax0 in range(h):
            with T.sblock("T_divide_1"):
                v_ax0 = T.axis.spatial(h, ax0)
                T.reads(T_multiply_red[v_ax0])
                T.writes(T_divide_1[v_ax0])
                T_divide_1[v_ax0] = T_multiply_red[v_ax0] / T.float32(8.0)
        for ax0, ax1, ax2 in T.grid(T.int64(1), h, T.int64(1)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_divide_1[(v_ax0 * h + v_ax1 + v_ax2) % h])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2])
                T_reshape_1[v_ax0, v_ax1, v_ax2] = T_divide_1[(v_ax0 * h + v_ax1 + v_ax2) % h]
        for ax0, ax1, ax2 in T.grid(T.int64(1), h, T.int64(1)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_ax2])
                T.writes(T_add_3[v_ax0, v_ax1, v_ax2])
                T_add_3[v_ax0, v_ax1, v_ax2] = T_reshape_1[v_ax0, v_ax1, v_ax2] + T.float32(1.0000000000000001e-05)
        for i0, i1, i2 in T.grid(T.int64(1), h, T.int64(1)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(T_add_3[v_i0, v_i1, v_i2])
                T.writes(compute[v_i0, v_i1, v_i2])
                compute[v_i0, v_i1, v_i2] = T.sqrt(T_add_3[v_i0, v_i1, v_i2])
        for ax0, ax1, ax2 in T.grid(T.int64(2), h, T.int64(4)):
            with T.sblock("T_divide_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_subtract[v_ax0, v_ax1, v_ax2], compute[T.int64(0), v_ax1, T.int64(0)])
                T.writes(T_divide_2[v_ax0, v_ax1, v_ax2])
                T_divide_2[v_ax0, v_ax1, v_ax2] = T_subtract[v_ax0, v_ax1, v_ax2] / compute[T.int64(0), v_ax1, T.int64(0)]
        for ax0, ax1, ax2 in T.grid(T.int64(1), h, T.int64(1)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(g_1[(v_ax0 * h + v_ax1 + v_ax2) % h])
                T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2])
                T_reshape_2[v_ax0, v_ax1, v_ax2] = g_1[(v_ax0 * h + v_ax1 + v_ax2) % h]
        for ax0, ax1, ax2 in T.grid(T.int64(2), h, T.int64(4)):
            with T.sblock("T_add_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_divide_2[v_ax0, v_ax1, v_ax2], T_reshape_2[T.int64(0), v_ax1, T.int64(0)])
                T.writes(T_add[v_ax0, v_ax1, v_ax2])
                T_add[v_ax0, v_ax1, v_ax2] = T_divide_2[v_ax0, v_ax1, v_ax2] + T_reshape_2[T.int64(0), v_ax1, T.int64(0)]
        for ax0 in range(h):
            with T.sblock("T_multiply_1"):
                v_ax0 = T.axis.spatial(h, ax0)
                T.reads(mean[v_ax0])
                T.writes(T_multiply_1[v_ax0])
                T_multiply_1[v_ax0] = T.float32(0.90000000000000002) * mean[v_ax0]
        for ax0 in range(h):
            with T.sblock("T_multiply_2"):
                v_ax0 = T.axis.spatial(h, ax0)
                T.reads(T_divide[v_ax0])
                T.writes(T_multiply_2[v_ax0])
                T_multiply_2[v_ax0] = T.float32(0.10000000000000001) * T_divide[v_ax0]
        for ax0 in range(h):
            with T.sblock("T_add_2"):
                v_ax0 = T.axis.spatial(h, ax0)
                T.reads(T_multiply_1[v_ax0], T_multiply_2[v_ax0])
                T.writes(T_add_1[v_ax0])
                T_add_1[v_ax0] = T_multiply_1[v_ax0] + T_multiply_2[v_ax0]
        for ax0 in range(h):
            with T.sblock("T_multiply_3"):
                v_ax0 = T.axis.spatial(h, ax0)
                T.reads(variance[v_ax0])
                T.writes(T_multiply_3[v_ax0])
                T_multiply_3[v_ax0] = T.float32(0.90000000000000002) * variance[v_ax0]
        for ax0 in range(h):
            with T.sblock("T_multiply_4"):
                v_ax0 = T.axis.spatial(h, ax0)
                T.reads(T_divide_1[v_ax0])
                T.writes(T_multiply_4[v_ax0])
                T_multiply_4[v_ax0] = T.float32(0.10000000000000001) * T_divide_1[v_ax0]
        for ax0 in range(h):
            with T.sblock("T_add_3"):
                v_ax0 = T.axis.spatial(h, ax0)
                T.reads(T_multiply_3[v_ax0], T_multiply_4[v_ax0])
                T.writes(T_add_2[v_ax0])
                T_add_2[v_ax0] = T_multiply_3[v_ax0] + T_multiply_4[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def batch_norm1(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), g: T.Buffer((T.int64(3),), "float32"), g_1: T.Buffer((T.int64(3),), "float32"), g_2: T.Buffer((T.int64(3),), "float32"), g_3: T.Buffer((T.int64(3),), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_multiply_1: T.Buffer((T.int64(3),), "float32"), T_multiply_2: T.Buffer((T.int64(3),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_reshape = T.sblock_alloc_buffer((T.int64(1), T.int64(3)))
        T_subtract = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(3)))
        T_add = T.sblock_alloc_buffer((T.int64(1), T.int64(3)))
        compute = T.sblock_alloc_buffer((T.int64(1), T.int64(3)))
        T_divide = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(1), T.int64(3)))
        for ax0, ax1 in T.grid(T.int64(1), T.int64(3)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(g_2[v_ax1 % T.int64(3)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = g_2[v_ax1 % T.int64(3)]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], T_reshape[T.int64(0), v_ax1])
                T.writes(T_subtract[v_ax0, v_ax1])
                T_subtract[v_ax0, v_ax1] = x[v_ax0, v_ax1] - T_reshape[T.int64(0), v_ax1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(3)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(g_3[v_ax1 % T.int64(3)])
                T.writes(T_reshape_1[v_ax0, v_ax1])
                T_reshape_1[v_ax0, v_ax1] = g_3[v_ax1 % T.int64(3)]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_reshape_1[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = T_reshape_1[v_ax0, v_ax1] + T.float32(1.0000000000000001e-05)
        for i0, i1 in T.grid(T.int64(1), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_add[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.sqrt(T_add[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_subtract[v_ax0, v_ax1], compute[T.int64(0), v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = T_subtract[v_ax0, v_ax1] / compute[T.int64(0), v_ax1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(3)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(g[v_ax1 % T.int64(3)])
                T.writes(T_reshape_2[v_ax0, v_ax1])
                T_reshape_2[v_ax0, v_ax1] = g[v_ax1 % T.int64(3)]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_divide[v_ax0, v_ax1], T_reshape_2[T.int64(0), v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = T_divide[v_ax0, v_ax1] * T_reshape_2[T.int64(0), v_ax1]
        for ax0 in range(T.int64(3)):
            with T.sblock("T_multiply_1"):
                v_ax0 = T.axis.spatial(T.int64(3), ax0)
                T.reads(g_2[v_ax0])
                T.writes(T_multiply_1[v_ax0])
                T_multiply_1[v_ax0] = g_2[v_ax0]
        for ax0 in range(T.int64(3)):
            with T.sblock("T_multiply_2"):
                v_ax0 = T.axis.spatial(T.int64(3), ax0)
                T.reads(g_3[v_ax0])
                T.writes(T_multiply_2[v_ax0])
                T_multiply_2[v_ax0] = g_3[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def circular_pad(a: T.Buffer((T.int64(5),), "float32"), CircularPadInput: T.Buffer((T.int64(8),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(8)):
            with T.sblock("CircularPadInput"):
                v_i0 = T.axis.spatial(T.int64(8), i0)
                T.reads(a[(v_i0 + T.int64(3)) % T.int64(5)])
                T.writes(CircularPadInput[v_i0])
                CircularPadInput[v_i0] = a[(v_i0 + T.int64(3)) % T.int64(5)]

    @T.prim_func(private=True, s_tir=True)
    def eye(eye: T.Buffer((T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i, j in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("eye"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(eye[v_i, v_j])
                eye[v_i, v_j] = T.if_then_else(v_i == v_j + T.int64(1), T.float32(1.0), T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def hamming_window(T_strided_slice: T.Buffer((T.int64(10),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_arange = T.sblock_alloc_buffer((T.int64(11),))
        T_multiply = T.sblock_alloc_buffer((T.int64(11),))
        T_divide = T.sblock_alloc_buffer((T.int64(11),))
        compute = T.sblock_alloc_buffer((T.int64(11),))
        T_multiply_1 = T.sblock_alloc_buffer((T.int64(11),))
        T_subtract = T.sblock_alloc_buffer((T.int64(11),))
        compute_1 = T.sblock_alloc_buffer((T.int64(11),))
        for ax0 in range(T.int64(11)):
            with T.sblock("T_arange"):
                v_ax0 = T.axis.spatial(T.int64(11), ax0)
                T.reads()
                T.writes(T_arange[v_ax0])
                T_arange[v_ax0] = T.Cast("float32", v_ax0)
        for ax0 in range(T.int64(11)):
            with T.sblock("T_multiply"):
                v_ax0 = T.axis.spatial(T.int64(11), ax0)
                T.reads(T_arange[v_ax0])
                T.writes(T_multiply[v_ax0])
                T_multiply[v_ax0] = T.float32(6.2831853071795862) * T_arange[v_ax0]
        for ax0 in range(T.int64(11)):
            with T.sblock("T_divide"):
                v_ax0 = T.axis.spatial(T.int64(11), ax0)
                T.reads(T_multiply[v_ax0])
                T.writes(T_divide[v_ax0])
                T_divide[v_ax0] = T_multiply[v_ax0] / T.float32(10.0)
        for i0 in range(T.int64(11)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(11), i0)
                T.reads(T_divide[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.cos(T_divide[v_i0])
        for ax0 in range(T.int64(11)):
            with T.sblock("T_multiply_1"):
                v_ax0 = T.axis.spatial(T.int64(11), ax0)
                T.reads(compute[v_ax0])
                T.writes(T_multiply_1[v_ax0])
                T_multiply_1[v_ax0] = T.float32(0.46000000000000002) * compute[v_ax0]
        for ax0 in range(T.int64(11)):
            with T.sblock("T_subtract"):
                v_ax0 = T.axis.spatial(T.int64(11), ax0)
                T.reads(T_multiply_1[v_ax0])
                T.writes(T_subtract[v_ax0])
                T_subtract[v_ax0] = T.float32(0.54000000000000004) - T_multiply_1[v_ax0]
        for i0 in range(T.int64(11)):
            with T.sblock("compute_1"):
                v_i0 = T.axis.spatial(T.int64(11), i0)
                T.reads(T_subtract[v_i0])
                T.writes(compute_1[v_i0])
                compute_1[v_i0] = T_subtract[v_i0]
        for ax0 in range(T.int64(10)):
            with T.sblock("T_strided_slice"):
                v_ax0 = T.axis.spatial(T.int64(10), ax0)
                T.reads(compute_1[v_ax0])
                T.writes(T_strided_slice[v_ax0])
                T_strided_slice[v_ax0] = compute_1[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def multiply(x: T.Buffer((T.int64(4),), "float32"), x_1: T.Buffer((T.int64(4),), "float32"), T_multiply: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], x_1[v_ax0])
                T.writes(T_multiply[v_ax0])
                T_multiply[v_ax0] = x[v_ax0] * x_1[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def multiply1(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def multiply2(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), x_1: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], x_1[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * x_1[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def reshape(b: T.Buffer((T.int64(8),), "float32"), T_reshape: T.Buffer((T.int64(1), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(b[v_ax1 % T.int64(8)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = b[v_ax1 % T.int64(8)]

    @T.prim_func(private=True, s_tir=True)
    def selu(x: T.Buffer((T.int64(5),), "float32"), T_multiply: T.Buffer((T.int64(5),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_maximum = T.sblock_alloc_buffer((T.int64(5),))
        compute = T.sblock_alloc_buffer((T.int64(5),))
        T_subtract = T.sblock_alloc_buffer((T.int64(5),))
        T_multiply_1 = T.sblock_alloc_buffer((T.int64(5),))
        T_minimum = T.sblock_alloc_buffer((T.int64(5),))
        T_add = T.sblock_alloc_buffer((T.int64(5),))
        for ax0 in range(T.int64(5)):
            with T.sblock("T_maximum"):
                v_ax0 = T.axis.spatial(T.int64(5), ax0)
                T.reads(x[v_ax0])
                T.writes(T_maximum[v_ax0])
                T_maximum[v_ax0] = T.max(x[v_ax0], T.float32(0.0))
        for i0 in range(T.int64(5)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(5), i0)
                T.reads(x[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.exp(x[v_i0])
        for ax0 in range(T.int64(5)):
            with T.sblock("T_subtract"):
                v_ax0 = T.axis.spatial(T.int64(5), ax0)
                T.reads(compute[v_ax0])
                T.writes(T_subtract[v_ax0])
                T_subtract[v_ax0] = compute[v_ax0] - T.float32(1.0)
        for ax0 in range(T.int64(5)):
            with T.sblock("T_multiply"):
                v_ax0 = T.axis.spatial(T.int64(5), ax0)
                T.reads(T_subtract[v_ax0])
                T.writes(T_multiply_1[v_ax0])
                T_multiply_1[v_ax0] = T.float32(1.6732632423543772) * T_subtract[v_ax0]
        for ax0 in range(T.int64(5)):
            with T.sblock("T_minimum"):
                v_ax0 = T.axis.spatial(T.int64(5), ax0)
                T.reads(T_multiply_1[v_ax0])
                T.writes(T_minimum[v_ax0])
                T_minimum[v_ax0] = T.min(T.float32(0.0), T_multiply_1[v_ax0])
        for ax0 in range(T.int64(5)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(5), ax0)
                T.reads(T_maximum[v_ax0], T_minimum[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = T_maximum[v_ax0] + T_minimum[v_ax0]
        for ax0 in range(T.int64(5)):
            with T.sblock("T_multiply_1"):
                v_ax0 = T.axis.spatial(T.int64(5), ax0)
                T.reads(T_add[v_ax0])
                T.writes(T_multiply[v_ax0])
                T_multiply[v_ax0] = T.float32(1.0507009873554805) * T_add[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def softplus(b: T.Buffer((T.int64(2), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(b[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.Select(T.float32(20.0) < T.float32(2.0) * b[v_i0, v_i1], b[v_i0, v_i1], T.float32(0.5) * T.log(T.float32(1.0) + T.exp(T.float32(2.0) * b[v_i0, v_i1])))

    @T.prim_func(private=True, s_tir=True)
    def std(gv4: T.Buffer((T.int64(1), T.int64(8)), "float32"), compute: T.Buffer((T.int64(1),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        gv4_red = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_divide = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(1), T.int64(8)))
        T_multiply = T.sblock_alloc_buffer((T.int64(1), T.int64(8)))
        T_multiply_red = T.sblock_alloc_buffer((T.int64(1),))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(1),))
        for ax0, ax1, k1 in T.grid(T.int64(1), T.int64(1), T.int64(8)):
            with T.sblock("gv4_red"):
                v_ax0, v_ax1, v_k1 = T.axis.remap("SSR", [ax0, ax1, k1])
                T.reads(gv4[v_ax0, v_k1])
                T.writes(gv4_red[v_ax0, v_ax1])
                with T.init():
                    gv4_red[v_ax0, v_ax1] = T.float32(0.0)
                gv4_red[v_ax0, v_ax1] = gv4_red[v_ax0, v_ax1] + gv4[v_ax0, v_k1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(1)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(gv4_red[v_ax0, v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = gv4_red[v_ax0, v_ax1] / T.float32(8.0)
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(gv4[v_ax0, v_ax1], T_divide[v_ax0, T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1])
                T_subtract[v_ax0, v_ax1] = gv4[v_ax0, v_ax1] - T_divide[v_ax0, T.int64(0)]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_subtract[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = T_subtract[v_ax0, v_ax1] * T_subtract[v_ax0, v_ax1]
        for ax0, k1 in T.grid(T.int64(1), T.int64(8)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(T_multiply[v_ax0, v_k1])
                T.writes(T_multiply_red[v_ax0])
                with T.init():
                    T_multiply_red[v_ax0] = T.float32(0.0)
                T_multiply_red[v_ax0] = T_multiply_red[v_ax0] + T_multiply[v_ax0, v_k1]
        for ax0 in range(T.int64(1)):
            with T.sblock("T_divide_1"):
                v_ax0 = T.axis.spatial(T.int64(1), ax0)
                T.reads(T_multiply_red[v_ax0])
                T.writes(T_divide_1[v_ax0])
                T_divide_1[v_ax0] = T_multiply_red[v_ax0] / T.float32(8.0)
        for i0 in range(T.int64(1)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(1), i0)
                T.reads(T_divide_1[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.sqrt(T_divide_1[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def te_layout_transform(x: T.Buffer((T.int64(10), T.int64(21)), "float32"), te_layout_transform: T.Buffer((T.int64(7), T.int64(10), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(10), T.int64(21)):
            with T.sblock("te_layout_transform"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(te_layout_transform[v_i1 // T.int64(3), v_i0, v_i1 % T.int64(3)])
                te_layout_transform[v_i1 // T.int64(3), v_i0, v_i1 % T.int64(3)] = x[v_i0, v_i1]

    @T.prim_func(private=True, s_tir=True)
    def te_layout_transform_with_pad(x: T.Buffer((T.int64(10), T.int64(21)), "float32"), te_layout_transform_with_pad: T.Buffer((T.int64(6), T.int64(10), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for axis0, axis1, axis2 in T.grid(T.int64(6), T.int64(10), T.int64(4)):
            with T.sblock("te_layout_transform_with_pad"):
                v_axis0, v_axis1, v_axis2 = T.axis.remap("SSS", [axis0, axis1, axis2])
                T.reads(x[v_axis1, v_axis0 * T.int64(4) + v_axis2])
                T.writes(te_layout_transform_with_pad[v_axis0, v_axis1, v_axis2])
                te_layout_transform_with_pad[v_axis0, v_axis1, v_axis2] = T.if_then_else(v_axis0 == T.int64(5) and T.int64(1) <= v_axis2, T.float32(2.0), x[v_axis1, v_axis0 * T.int64(4) + v_axis2])

    @R.function
    def all_first(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.multiply, (x, x), out_ty=R.Tensor((4,), dtype="float32"))
        return gv

    @R.function
    def attended(q: R.Tensor((2, 3, 4, 5), dtype="float32"), k: R.Tensor((2, 6, 4, 5), dtype="float32"), v: R.Tensor((2, 6, 4, 7), dtype="float32"), bias: R.Tensor((1, 4, 3, 6), dtype="float32")) -> R.Tensor((2, 3, 4, 7), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.attention_bias, (q, k, v, bias), out_ty=R.Tensor((2, 3, 4, 7), dtype="float32"))
        return gv

    @R.function
    def attended_plainly(q: R.Tensor(("n", "m", 4, 5), dtype="float32"), k: R.Tensor(("n", "s", 4, 5), dtype="float32"), v: R.Tensor(("n", "s", 4, 5), dtype="float32")) -> R.Tensor(("n", "m", 4, 5), dtype="float32"):
        n = T.int64()
        m = T.int64()
        s = T.int64()
        cls = Module
        gv = R.call_tir(cls.attention, (q, k, v), out_ty=R.Tensor((n, m, 4, 5), dtype="float32"))
        return gv

    @R.function
    def batches(x: R.Tensor((2, "h", 4), dtype="float32"), g: R.Tensor(("h",), dtype="float32"), mean: R.Tensor(("h",), dtype="float32"), variance: R.Tensor(("h",), dtype="float32")) -> R.Tuple(R.Tensor((2, "h", 4), dtype="float32"), R.Tensor(("h",), dtype="float32"), R.Tensor(("h",), dtype="float32")):
        h = T.int64()
        cls = Module
        gv = R.call_tir(cls.batch_norm, (x, g, g, mean, variance), out_ty=[R.Tensor((2, h, 4), dtype="float32"), R.Tensor((h,), dtype="float32"), R.Tensor((h,), dtype="float32")])
        return gv

    @R.function
    def batches_at_rest(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor((3,), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")):
        cls = Module
        gv = R.call_tir(cls.batch_norm1, (x, g, g, g, g), out_ty=[R.Tensor((2, 3), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")])
        return gv

    @R.function
    def bent(x: R.Tensor((5,), dtype="float32")) -> R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tensor((10,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        cls = Module
        a = R.call_tir(cls.selu, (x,), out_ty=R.Tensor((5,), dtype="float32"))
        b = R.call_tir(cls.circular_pad, (a,), out_ty=R.Tensor((8,), dtype="float32"))
        c = R.call_tir(cls.eye, R.tuple(), out_ty=R.Tensor((3, 4), dtype="float32"))
        d = R.call_tir(cls.hamming_window, R.tuple(), out_ty=R.Tensor((10,), dtype="float32"))
        gv4 = R.call_tir(cls.reshape, (b,), out_ty=R.Tensor((1, 8), dtype="float32"))
        e = R.call_tir(cls.std, (gv4,), out_ty=R.Tensor((1,), dtype="float32"))
        return (c, d, e)

    @R.function
    def moved(x: R.Tensor((10, 21), dtype="float32")) -> R.Tuple(R.Tensor((7, 10, 3), dtype="float32"), R.Tensor((6, 10, 4), dtype="float32")):
        cls = Module
        a = R.call_tir(cls.te_layout_transform, (x,), out_ty=R.Tensor((7, 10, 3), dtype="float32"))
        b = R.call_tir(cls.te_layout_transform_with_pad, (x,), out_ty=R.Tensor((6, 10, 4), dtype="float32"))
        return (a, b)

    @R.function
    def neutral(x: R.Tensor((2, 3), dtype="float32"), i: R.Tensor((4,), dtype="int32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((4,), dtype="int32")):
        cls = Module
        a = R.call_tir(cls.multiply1, (x,), out_ty=R.Tensor((2, 3), dtype="float32"))
        b = R.call_tir(cls.multiply1, (a,), out_ty=R.Tensor((2, 3), dtype="float32"))
        d = R.call_tir(cls.add, (i,), out_ty=R.Tensor((4,), dtype="int32"))
        c = R.call_tir(cls.softplus, (b,), out_ty=R.Tensor((2, 3), dtype="float32"))
        return (c, d)

    @R.function
    def zero_last(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.multiply2, (x, x), out_ty=R.Tensor((2, 3), dtype="float32"))
        return gv
