# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(X: T.Buffer((T.int64(4),), "float32"), W: T.Buffer((T.int64(4),), "float32"), Out: T.Buffer((T.int64(4),), "float32")):
        # with T.sblock("root"):
        V = T.sblock_alloc_buffer((T.int64(4),))
        U = T.sblock_alloc_buffer((T.int64(4),))
        for i in range(T.int64(4)):
            with T.sblock("U"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(X[vi])
                T.writes(U[vi])
                U[vi] = X[vi]
        for i in range(T.int64(4)):
            with T.sblock("V"):
                vi = T.axis.spatial(T.int64(4), i)
                T.where(U[i] > T.float32(-100.0))
                T.reads(W[T.int64(3) - vi])
                T.writes(V[vi])
                T.sblock_attr({"meta_schedule.layout_rewrite_preproc": True})
                V[vi] = W[T.int64(3) - vi]
        for i in range(T.int64(4)):
            with T.sblock("Out"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(V[vi], U[vi])
                T.writes(Out[vi])
                Out[vi] = V[vi] * U[vi]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), w: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 1})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.k, (x, w), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a)
        return a
