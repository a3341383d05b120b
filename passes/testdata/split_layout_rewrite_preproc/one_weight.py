# RUN: SplitLayoutRewritePreproc
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(X: T.Buffer((8, 8), "float32"), W: T.Buffer((8, 8), "float32"), Out: T.Buffer((8, 8), "float32")):
        T.func_attr({"layout_free_buffers": [1]})
        W_rewrite = T.sblock_alloc_buffer((2, 2, 4, 4))
        for i, j in T.grid(8, 8):
            with T.sblock("W_rewrite"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.sblock_attr({"meta_schedule.layout_rewrite_preproc": True})
                W_rewrite[vi // 4, vj // 4, vi % 4, vj % 4] = W[vi, vj]
        for i0, j0, i1, j1 in T.grid(2, 2, 4, 4):
            with T.sblock("Out"):
                vi = T.axis.spatial(8, i0 * 4 + i1)
                vj = T.axis.spatial(8, j0 * 4 + j1)
                Out[vi, vj] = X[vi, vj] + W_rewrite[vi // 4, vj // 4, vi % 4, vj % 4]

    @R.function
    def main(x: R.Tensor((8, 8), dtype="float32"), w: R.Tensor((8, 8), dtype="float32")) -> R.Tensor((8, 8), dtype="float32"):
        R.func_attr({"num_input": 1})
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.add, (x, w), out_ty=R.Tensor((8, 8), dtype="float32"))
            R.output(y)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add_prepacked(X: T.Buffer((8, 8), "float32"), W_rewrite: T.Buffer((2, 2, 4, 4), "float32"), Out: T.Buffer((8, 8), "float32")):
        # with T.sblock("root"):
        for i0, j0, i1, j1 in T.grid(2, 2, 4, 4):
            with T.sblock("Out"):
                vi = T.axis.spatial(8, i0 * 4 + i1)
                vj = T.axis.spatial(8, j0 * 4 + j1)
                T.reads(X[vi, vj], W_rewrite[vi // 4, vj // 4, vi % 4, vj % 4])
                T.writes(Out[vi, vj])
                Out[vi, vj] = X[vi, vj] + W_rewrite[vi // 4, vj // 4, vi % 4, vj % 4]

    @T.prim_func(private=True, s_tir=True)
    def add_weight_prepack(W: T.Buffer((8, 8), "float32"), W_rewrite: T.Buffer((2, 2, 4, 4), "float32")):
        # with T.sblock("root"):
        for i, j in T.grid(8, 8):
            with T.sblock("W_rewrite"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(W[vi, vj])
                T.writes(W_rewrite[vi // 4, vj // 4, vi % 4, vj % 4])
                W_rewrite[vi // 4, vj // 4, vi % 4, vj % 4] = W[vi, vj]

    @R.function
    def main(x: R.Tensor((8, 8), dtype="float32"), w: R.Tensor((8, 8), dtype="float32")) -> R.Tensor((8, 8), dtype="float32"):
        R.func_attr({"num_input": 1})
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.add_weight_prepack, (w,), out_ty=R.Tensor((2, 2, 4, 4), dtype="float32"))
            lv_1 = R.call_tir(cls.add_prepacked, (x, lv), out_ty=R.Tensor((8, 8), dtype="float32"))
            y: R.Tensor((8, 8), dtype="float32") = lv_1
            R.output(y)
        return y
