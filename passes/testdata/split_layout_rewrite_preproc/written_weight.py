# RUN: SplitLayoutRewritePreproc
# What computes writes the weight in its new layout: two calls that share that would add up, and the kernel stays whole.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(X: T.Buffer((T.int64(4),), "float32"), W: T.Buffer((T.int64(4),), "float32"), Out: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        V = T.sblock_alloc_buffer((T.int64(4),))
        for i in range(T.int64(4)):
            with T.sblock("V"):
                vi = T.axis.spatial(T.int64(4), i)
                T.sblock_attr({"meta_schedule.layout_rewrite_preproc": True})
                V[vi] = W[T.int64(3) - vi]
        for i in range(T.int64(4)):
            with T.sblock("V2"):
                vi = T.axis.spatial(T.int64(4), i)
                V[vi] = V[vi] + X[vi]
        for i in range(T.int64(4)):
            with T.sblock("Out"):
                vi = T.axis.spatial(T.int64(4), i)
                Out[vi] = V[vi] * T.float32(2)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32"), w: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"num_input": 2})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.k, (x, w), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.k, (y, w), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a, b)
        return (a, b)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(X: T.Buffer((T.int64(4),), "float32"), W: T.Buffer((T.int64(4),), "float32"), Out: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        V = T.sblock_alloc_buffer((T.int64(4),))
        for i in range(T.int64(4)):
            with T.sblock("V"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(W[T.int64(3) - vi])
                T.writes(V[vi])
                T.sblock_attr({"meta_schedule.layout_rewrite_preproc": True})
                V[vi] = W[T.int64(3) - vi]
        for i in range(T.int64(4)):
            with T.sblock("V2"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(V[vi], X[vi])
                T.writes(V[vi])
                V[vi] = V[vi] + X[vi]
        for i in range(T.int64(4)):
            with T.sblock("Out"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(V[vi])
                T.writes(Out[vi])
                Out[vi] = V[vi] * T.float32(2.0)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32"), w: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"num_input": 2})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.k, (x, w), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.k, (y, w), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a, b)
        return (a, b)
