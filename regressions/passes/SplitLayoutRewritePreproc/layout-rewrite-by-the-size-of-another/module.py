# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(X: T.Buffer(("n",), "float32"), W: T.Buffer((T.int64(4),), "float32"), Out: T.Buffer((T.int64(4),), "float32")):
        n = T.int64()
        # with T.sblock("root"):
        V = T.sblock_alloc_buffer((T.int64(4),))
        for i in range(T.int64(4)):
            with T.sblock("V"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(W[vi])
                T.writes(V[vi])
                T.sblock_attr({"meta_schedule.layout_rewrite_preproc": True})
                V[vi] = T.if_then_else(vi < n, W[vi], T.float32(0.0))
        for i in range(T.int64(4)):
            with T.sblock("Out"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(V[vi], X[vi])
                T.writes(Out[vi])
                Out[vi] = V[vi] + T.if_then_else(vi < n, X[vi], T.float32(0.0))

    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), w: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        n = T.int64()
        R.func_attr({"num_input": 1})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.k, (x, w), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a)
        return a
