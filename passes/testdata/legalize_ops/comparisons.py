# RUN: LegalizeOps
# Comparisons with constants on the side where they are positive, and operands that are stages of their own.
from tvm.script import ir as I, relax as R, tirx as T
@I.ir_module
class Module:
    @R.function
    def lower_0(x: R.Tensor(("m", "n"), dtype="float32")):
        gv = R.tril(x, -2)
        return gv

    @R.function
    def lower_1(x: R.Tensor(("m", "n"), dtype="float32")):
        gv = R.tril(x, -1)
        return gv

    @R.function
    def lower_2(x: R.Tensor(("m", "n"), dtype="float32")):
        gv = R.tril(x, 0)
        return gv

    @R.function
    def lower_3(x: R.Tensor(("m", "n"), dtype="float32")):
        gv = R.tril(x, 1)
        return gv

    @R.function
    def upper_0(x: R.Tensor(("m", "n"), dtype="float32")):
        gv = R.triu(x, -1)
        return gv

    @R.function
    def upper_1(x: R.Tensor(("m", "n"), dtype="float32")):
        gv = R.triu(x, 1)
        return gv

    @R.function
    def upper_2(x: R.Tensor(("m", "n"), dtype="float32")):
        gv = R.triu(x, 2)
        return gv

    @R.function
    def slope(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((1,), dtype="float32")):
        gv = R.nn.prelu(x, y, axis=1)
        return gv

    @R.function
    def entropy(x: R.Tensor(("n", 3), dtype="float32"), y: R.Tensor(("n", 3), dtype="float32")):
        gv = R.nn.cross_entropy_with_logits(x, y)
        return gv

    @R.function
    def of_scalars(x: R.Tensor((), dtype="float32"), y: R.Tensor((), dtype="float32")):
        gv = R.nn.cross_entropy_with_logits(x, y)
        return gv

    @R.function
    def quantized(x: R.Tensor((2, 4), dtype="float32")):
        gv = R.quantize(x, R.const(2.0, "float32"), R.const(1, "int8"), out_dtype="int8", axis=-1)
        return gv
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def cross_entropy_with_logits(x: T.Buffer(("n", T.int64(3)), "float32"), y: T.Buffer((n, T.int64(3)), "float32"), T_divide: T.Buffer((), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_multiply = T.sblock_alloc_buffer((n, T.int64(3)))
        T_sum = T.sblock_alloc_buffer(())
        T_multiply_1 = T.sblock_alloc_buffer(())
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * y[v_ax0, v_ax1]
        for k0, k1 in T.grid(n, T.int64(3)):
            with T.sblock("T_sum"):
                v_k0, v_k1 = T.axis.remap("RR", [k0, k1])
                T.reads(T_multiply[v_k0, v_k1])
                T.writes(T_sum[()])
                with T.init():
                    T_sum[()] = T.float32(0.0)
                T_sum[()] = T_sum[()] + T_multiply[v_k0, v_k1]
        with T.sblock("T_multiply_1"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(T_sum[()])
            T.writes(T_multiply_1[()])
            T_multiply_1[()] = T_sum[()] * T.float32(-1.0)
        with T.sblock("T_divide"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(T_multiply_1[()])
            T.writes(T_divide[()])
            T_divide[()] = T_multiply_1[()] / T.Cast("float32", n)

    @T.prim_func(private=True, s_tir=True)
    def cross_entropy_with_logits1(x: T.Buffer((), "float32"), y: T.Buffer((), "float32"), T_multiply: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_multiply_1 = T.sblock_alloc_buffer(())
        T_multiply_red = T.sblock_alloc_buffer(())
        with T.sblock("T_multiply"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(x[()], y[()])
            T.writes(T_multiply_1[()])
            T_multiply_1[()] = x[()] * y[()]
        with T.sblock("T_multiply_red"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(T_multiply_1[()])
            T.writes(T_multiply_red[()])
            T_multiply_red[()] = T_multiply_1[()]
        with T.sblock("T_multiply_1"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(T_multiply_red[()])
            T.writes(T_multiply[()])
            T_multiply[()] = T_multiply_red[()] * T.float32(-1.0)

    @T.prim_func(private=True, s_tir=True)
    def prelu(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(1),), "float32"), compute: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        slope_broadcasted = T.sblock_alloc_buffer((T.int64(3),))
        for c in range(T.int64(3)):
            with T.sblock("slope_broadcasted"):
                v_c = T.axis.spatial(T.int64(3), c)
                T.reads(y[T.int64(0)])
                T.writes(slope_broadcasted[v_c])
                slope_broadcasted[v_c] = y[T.int64(0)]
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1], slope_broadcasted[v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.Select(T.float32(0.0) < x[v_i0, v_i1], x[v_i0, v_i1], x[v_i0, v_i1] * slope_broadcasted[v_i1])

    @T.prim_func(private=True, s_tir=True)
    def quantize(x: T.Buffer((T.int64(2), T.int64(4)), "float32"), quantized: T.Buffer((T.int64(2), T.int64(4)), "int8")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("quantized"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(quantized[v_i0, v_i1])
                quantized[v_i0, v_i1] = T.Cast("int8", T.max(T.min(T.round(x[v_i0, v_i1] / T.float32(2.0)) + T.float32(1.0), T.float32(127.0)), T.float32(-128.0)))

    @T.prim_func(private=True, s_tir=True)
    def tril(x: T.Buffer(("m", "n"), "float32"), tril: T.Buffer((m, n), "float32")):
        m, n = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(m, n):
            with T.sblock("tril"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(tril[v_ax0, v_ax1])
                tril[v_ax0, v_ax1] = T.Select(v_ax1 + T.int64(2) <= v_ax0, x[v_ax0, v_ax1], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def tril1(x: T.Buffer(("m", "n"), "float32"), tril: T.Buffer((m, n), "float32")):
        m, n = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(m, n):
            with T.sblock("tril"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(tril[v_ax0, v_ax1])
                tril[v_ax0, v_ax1] = T.Select(v_ax1 < v_ax0, x[v_ax0, v_ax1], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def tril2(x: T.Buffer(("m", "n"), "float32"), tril: T.Buffer((m, n), "float32")):
        m, n = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(m, n):
            with T.sblock("tril"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(tril[v_ax0, v_ax1])
                tril[v_ax0, v_ax1] = T.Select(v_ax1 <= v_ax0, x[v_ax0, v_ax1], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def tril3(x: T.Buffer(("m", "n"), "float32"), tril: T.Buffer((m, n), "float32")):
        m, n = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(m, n):
            with T.sblock("tril"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(tril[v_ax0, v_ax1])
                tril[v_ax0, v_ax1] = T.Select(v_ax1 <= v_ax0 + T.int64(1), x[v_ax0, v_ax1], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def triu(x: T.Buffer(("m", "n"), "float32"), triu: T.Buffer((m, n), "float32")):
        m, n = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(m, n):
            with T.sblock("triu"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(triu[v_ax0, v_ax1])
                triu[v_ax0, v_ax1] = T.Select(v_ax0 <= v_ax1 + T.int64(1), x[v_ax0, v_ax1], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def triu1(x: T.Buffer(("m", "n"), "float32"), triu: T.Buffer((m, n), "float32")):
        m, n = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(m, n):
            with T.sblock("triu"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(triu[v_ax0, v_ax1])
                triu[v_ax0, v_ax1] = T.Select(v_ax0 < v_ax1, x[v_ax0, v_ax1], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def triu2(x: T.Buffer(("m", "n"), "float32"), triu: T.Buffer((m, n), "float32")):
        m, n = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(m, n):
            with T.sblock("triu"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(triu[v_ax0, v_ax1])
                triu[v_ax0, v_ax1] = T.Select(v_ax0 + T.int64(2) <= v_ax1, x[v_ax0, v_ax1], T.float32(0.0))

    @R.function
    def entropy(x: R.Tensor(("n", 3), dtype="float32"), y: R.Tensor(("n", 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.cross_entropy_with_logits, (x, y), out_ty=R.Tensor((), dtype="float32"))
        return gv

    @R.function
    def lower_0(x: R.Tensor(("m", "n"), dtype="float32")) -> R.Tensor(("m", "n"), dtype="float32"):
        m = T.int64()
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.tril, (x,), out_ty=R.Tensor((m, n), dtype="float32"))
        return gv

    @R.function
    def lower_1(x: R.Tensor(("m", "n"), dtype="float32")) -> R.Tensor(("m", "n"), dtype="float32"):
        m = T.int64()
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.tril1, (x,), out_ty=R.Tensor((m, n), dtype="float32"))
        return gv

    @R.function
    def lower_2(x: R.Tensor(("m", "n"), dtype="float32")) -> R.Tensor(("m", "n"), dtype="float32"):
        m = T.int64()
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.tril2, (x,), out_ty=R.Tensor((m, n), dtype="float32"))
        return gv

    @R.function
    def lower_3(x: R.Tensor(("m", "n"), dtype="float32")) -> R.Tensor(("m", "n"), dtype="float32"):
        m = T.int64()
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.tril3, (x,), out_ty=R.Tensor((m, n), dtype="float32"))
        return gv

    @R.function
    def of_scalars(x: R.Tensor((), dtype="float32"), y: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.cross_entropy_with_logits1, (x, y), out_ty=R.Tensor((), dtype="float32"))
        return gv

    @R.function
    def quantized(x: R.Tensor((2, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="int8"):
        cls = Module
        gv = R.call_tir(cls.quantize, (x,), out_ty=R.Tensor((2, 4), dtype="int8"))
        return gv

    @R.function
    def slope(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((1,), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.prelu, (x, y), out_ty=R.Tensor((2, 3), dtype="float32"))
        return gv

    @R.function
    def upper_0(x: R.Tensor(("m", "n"), dtype="float32")) -> R.Tensor(("m", "n"), dtype="float32"):
        m = T.int64()
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.triu, (x,), out_ty=R.Tensor((m, n), dtype="float32"))
        return gv

    @R.function
    def upper_1(x: R.Tensor(("m", "n"), dtype="float32")) -> R.Tensor(("m", "n"), dtype="float32"):
        m = T.int64()
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.triu1, (x,), out_ty=R.Tensor((m, n), dtype="float32"))
        return gv

    @R.function
    def upper_2(x: R.Tensor(("m", "n"), dtype="float32")) -> R.Tensor(("m", "n"), dtype="float32"):
        m = T.int64()
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.triu2, (x,), out_ty=R.Tensor((m, n), dtype="float32"))
        return gv
