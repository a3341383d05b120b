# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps
# A chain with a constant, a convolution with what follows it, branches that meet again, two results of one group,
# symbolic shapes that no parameter brings along, and code that nothing needs.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, 8, 8), dtype="float32"), w: R.Tensor((2, 2, 3, 3), dtype="float32")) -> R.Tensor((1, 2, 6, 6), dtype="float32"):
        with R.dataflow():
            a = R.nn.conv2d(x, w)
            b = R.add(a, R.const(1, "float32"))
            c = R.nn.relu(b)
            R.output(c)
        return c

    @R.function
    def branches(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            a = R.exp(x)
            b = R.sin(a)
            c = R.cos(a)
            d = R.add(b, c)
            R.output(d)
        return d

    @R.function
    def two_results(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        with R.dataflow():
            a = R.exp(x)
            b = R.sin(a)
            R.output(a, b)
        return (a, b)

    @R.function
    def dims(x: R.Tensor((4,), dtype="float32"), s: R.Shape(["n"])) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            a = R.broadcast_to(x, R.shape([n, 4]))
            b = R.exp(a)
            R.output(b)
        return b

    @R.function
    def dead(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.sin(a)
            c = R.tanh(b)
            d = R.negative(x)
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(b: T.Buffer(("n", T.int64(4)), "float32"), c: T.Buffer((n, T.int64(4)), "float32"), T_add: T.Buffer((n, T.int64(4)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(b[v_ax0, v_ax1], c[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = b[v_ax0, v_ax1] + c[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def add1(a: T.Buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6)), "float32"), T_add: T.Buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(6)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(a[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_add[v_ax0, v_ax1, v_ax2, v_ax3])
                T_add[v_ax0, v_ax1, v_ax2, v_ax3] = a[v_ax0, v_ax1, v_ax2, v_ax3] + T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def broadcast_to(x: T.Buffer((T.int64(4),), "float32"), T_broadcast_to: T.Buffer(("n", T.int64(4)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 1, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.sblock("T_broadcast_to"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax1])
                T.writes(T_broadcast_to[v_ax0, v_ax1])
                T_broadcast_to[v_ax0, v_ax1] = x[v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((T.int64(1), T.int64(2), T.int64(8), T.int64(8)), "float32"), w: T.Buffer((T.int64(2), T.int64(2), T.int64(3), T.int64(3)), "float32"), conv2d_nchw: T.Buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.noalias": True})
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(8), T.int64(8)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(2), T.int64(8), T.int64(8)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2, v_i3])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, v_i2, v_i3]
        for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(6), T.int64(2), T.int64(3), T.int64(3)):
            with T.sblock("conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx], w[v_ff, v_rc, v_ry, v_rx])
                T.writes(conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx] * w[v_ff, v_rc, v_ry, v_rx]

    @T.prim_func(private=True, s_tir=True)
    def relu(b: T.Buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6)), "float32"), compute: T.Buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(6)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(b[v_i0, v_i1, v_i2, v_i3])
                T.writes(compute[v_i0, v_i1, v_i2, v_i3])
                compute[v_i0, v_i1, v_i2, v_i3] = T.max(b[v_i0, v_i1, v_i2, v_i3], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def tir_cos(a: T.Buffer(("n", T.int64(4)), "float32"), compute: T.Buffer((n, T.int64(4)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(a[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.cos(a[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(x: T.Buffer(("n", T.int64(4)), "float32"), compute: T.Buffer((n, T.int64(4)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(x[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp1(x: T.Buffer((T.int64(4),), "float32"), compute: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.exp(x[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def tir_negative(x: T.Buffer((T.int64(4),), "float32"), compute: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = x[v_i0] * T.float32(-1.0)

    @T.prim_func(private=True, s_tir=True)
    def tir_sin(a: T.Buffer(("n", T.int64(4)), "float32"), compute: T.Buffer((n, T.int64(4)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(a[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.sin(a[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def tir_sin1(a: T.Buffer((T.int64(4),), "float32"), compute: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(a[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.sin(a[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def tir_tanh(b: T.Buffer((T.int64(4),), "float32"), compute: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(b[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.tanh(b[v_i0])

    @R.function
    def branches(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            d: R.Tensor((n, 4), dtype="float32") = cls.fused_tir_exp_tir_sin_tir_cos_add(x)
            R.output(d)
        return d

    @R.function
    def dead(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            d = R.call_tir(cls.tir_negative, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(d)
        return d

    @R.function
    def dims(x: R.Tensor((4,), dtype="float32"), s: R.Shape(["n"])) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            b: R.Tensor((n, 4), dtype="float32") = cls.fused_broadcast_to_tir_exp(x, R.shape([n]))
            R.output(b)
        return b

    @R.function(private=True)
    def fused_broadcast_to_tir_exp(x: R.Tensor((4,), dtype="float32"), tir_vars: R.Shape(["n"])) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.broadcast_to, (x,), out_ty=R.Tensor((n, 4), dtype="float32"))
            b = R.call_tir(cls.tir_exp, (a,), out_ty=R.Tensor((n, 4), dtype="float32"))
            R.output(b)
        return b

    @R.function(private=True)
    def fused_conv2d_add1_relu(x: R.Tensor((1, 2, 8, 8), dtype="float32"), w: R.Tensor((2, 2, 3, 3), dtype="float32")) -> R.Tensor((1, 2, 6, 6), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.conv2d, (x, w), out_ty=R.Tensor((1, 2, 6, 6), dtype="float32"))
            b = R.call_tir(cls.add1, (a,), out_ty=R.Tensor((1, 2, 6, 6), dtype="float32"))
            c = R.call_tir(cls.relu, (b,), out_ty=R.Tensor((1, 2, 6, 6), dtype="float32"))
            R.output(c)
        return c

    @R.function(private=True)
    def fused_tir_exp_tir_sin_tir_cos_add(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.tir_exp, (x,), out_ty=R.Tensor((n, 4), dtype="float32"))
            b = R.call_tir(cls.tir_sin, (a,), out_ty=R.Tensor((n, 4), dtype="float32"))
            c = R.call_tir(cls.tir_cos, (a,), out_ty=R.Tensor((n, 4), dtype="float32"))
            d = R.call_tir(cls.add, (b, c), out_ty=R.Tensor((n, 4), dtype="float32"))
            R.output(d)
        return d

    @R.function
    def two_results(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.tir_exp1, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.tir_sin1, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a, b)
        return (a, b)

    @R.function
    def main(x: R.Tensor((1, 2, 8, 8), dtype="float32"), w: R.Tensor((2, 2, 3, 3), dtype="float32")) -> R.Tensor((1, 2, 6, 6), dtype="float32"):
        cls = Module
        with R.dataflow():
            c: R.Tensor((1, 2, 6, 6), dtype="float32") = cls.fused_conv2d_add1_relu(x, w)
            R.output(c)
        return c
