# RUN: DataflowUseInplaceCalls
# Results go into what is not read any more: not into parameters, constants, what a view or a tuple still shows, or what
# the block gives out; of two arguments into the last.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def chain(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
        with R.dataflow():
            a = R.add(x, y)
            b = R.multiply(x, y)
            c = R.add(a, b)
            d = R.nn.silu(c)
            e = R.subtract(d, x)
            t = (e, y)
            f = R.nn.relu(e)
            g = t[0]
            h = R.add(f, g)
            R.output(e, h)
        return (e, h)

    @R.function
    def twice(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.add(a, a)
            R.output(b)
        return b

    @R.function
    def views(x: R.Tensor((2, 3), dtype="float32"), n: R.Tensor((3,), dtype="float32")) -> R.Tensor((4, 1, 2, 3), dtype="float32"):
        with R.dataflow():
            e = R.exp(x)
            a = R.expand_dims(e, axis=[0])
            b = R.expand_dims(e, axis=[0])
            p = R.multiply(a, b)
            s = R.multiply(p, n)
            u = R.stack((p, s, s, s), axis=0)
            R.output(u)
        return u
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add_inplace(a: T.Buffer((T.int64(2), T.int64(3)), "float32"), b: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(a[v_ax0, v_ax1], b[v_ax0, v_ax1])
                T.writes(b[v_ax0, v_ax1])
                b[v_ax0, v_ax1] = a[v_ax0, v_ax1] + b[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def add_inplace1(f: T.Buffer((T.int64(2), T.int64(3)), "float32"), g: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(f[v_ax0, v_ax1], g[v_ax0, v_ax1])
                T.writes(f[v_ax0, v_ax1])
                f[v_ax0, v_ax1] = f[v_ax0, v_ax1] + g[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def silu_inplace(c: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        compute = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(c[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.sigmoid(c[v_i0, v_i1])
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(c[v_ax0, v_ax1], compute[v_ax0, v_ax1])
                T.writes(c[v_ax0, v_ax1])
                c[v_ax0, v_ax1] = c[v_ax0, v_ax1] * compute[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def subtract_inplace(d: T.Buffer((T.int64(2), T.int64(3)), "float32"), x: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(d[v_ax0, v_ax1], x[v_ax0, v_ax1])
                T.writes(d[v_ax0, v_ax1])
                d[v_ax0, v_ax1] = d[v_ax0, v_ax1] - x[v_ax0, v_ax1]

    @R.function
    def chain(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
        cls = Module
        with R.dataflow():
            a: R.Tensor((2, 3), dtype="float32") = R.add(x, y)
            b: R.Tensor((2, 3), dtype="float32") = R.multiply(x, y)
            c: R.Tensor((2, 3), dtype="float32") = R.call_tir_inplace(cls.add_inplace, (a, b), out_ty=R.Tensor((2, 3), dtype="float32"), inplace_indices=[1])
            d: R.Tensor((2, 3), dtype="float32") = R.call_tir_inplace(cls.silu_inplace, (c,), out_ty=R.Tensor((2, 3), dtype="float32"), inplace_indices=[0])
            e: R.Tensor((2, 3), dtype="float32") = R.call_tir_inplace(cls.subtract_inplace, (d, x), out_ty=R.Tensor((2, 3), dtype="float32"), inplace_indices=[0])
            t: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")) = e, y
            f: R.Tensor((2, 3), dtype="float32") = R.nn.relu(e)
            g: R.Tensor((2, 3), dtype="float32") = t[0]
            h: R.Tensor((2, 3), dtype="float32") = R.call_tir_inplace(cls.add_inplace1, (f, g), out_ty=R.Tensor((2, 3), dtype="float32"), inplace_indices=[0])
            R.output(e, h)
        return (e, h)

    @R.function
    def twice(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Tensor((2, 3), dtype="float32") = R.exp(x)
            b: R.Tensor((2, 3), dtype="float32") = R.call_tir_inplace(cls.add_inplace, (a, a), out_ty=R.Tensor((2, 3), dtype="float32"), inplace_indices=[1])
            R.output(b)
        return b

    @R.function
    def views(x: R.Tensor((2, 3), dtype="float32"), n: R.Tensor((3,), dtype="float32")) -> R.Tensor((4, 1, 2, 3), dtype="float32"):
        with R.dataflow():
            e: R.Tensor((2, 3), dtype="float32") = R.exp(x)
            a: R.Tensor((1, 2, 3), dtype="float32") = R.expand_dims(e, axis=[0])
            b: R.Tensor((1, 2, 3), dtype="float32") = R.expand_dims(e, axis=[0])
            p: R.Tensor((1, 2, 3), dtype="float32") = R.multiply(a, b)
            s: R.Tensor((1, 2, 3), dtype="float32") = R.multiply(p, n)
            u: R.Tensor((4, 1, 2, 3), dtype="float32") = R.stack((p, s, s, s), axis=0)
            R.output(u)
        return u
