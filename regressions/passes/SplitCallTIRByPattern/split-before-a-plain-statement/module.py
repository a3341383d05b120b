# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(X: T.Buffer((T.int64(4),), "float32"), M: T.Buffer((T.int64(1),), "float32"), Out: T.Buffer((T.int64(4),), "float32")):
        # with T.sblock("root"):
        V = T.sblock_alloc_buffer((T.int64(4),))
        for i in range(T.int64(4)):
            with T.sblock("V"):
                v = T.axis.spatial(T.int64(4), i)
                T.reads(X[v])
                T.writes(V[v])
                V[v] = X[v] * T.float32(3.0)
        for i in range(T.int64(4)):
            with T.sblock("Out"):
                v = T.axis.spatial(T.int64(4), i)
                T.reads(V[v])
                T.writes(Out[v])
                Out[v] = V[v]
        for i in range(T.int64(4)):
            Out[i] = Out[i] + M[0]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), m: R.Tensor((1,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.k, (x, m), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a)
        return a
