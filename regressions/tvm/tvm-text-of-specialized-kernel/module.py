# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def topk(x2: T.Buffer(("n", T.int64(1), T.int64(1)), "int8"), order: T.Buffer((n, T.int64(1), T.int64(1)), "int64")):
        n = T.int64()
        # with T.sblock("root"):
        rank = T.sblock_alloc_buffer((n, T.int64(1), T.int64(1)), "int64")
        with T.sblock("rank"):
            v_ax0 = T.axis.spatial(n, T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k2 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x2[v_ax0, v_ax1, T.int64(0)])
            T.writes(rank[v_ax0, v_ax1, v_ax2])
            with T.init():
                rank[v_ax0, v_ax1, v_ax2] = T.int64(0)
            rank[v_ax0, v_ax1, v_ax2] = T.int64(0)

    @R.function
    def main(sizes: R.Shape(["n", 1]), x2: R.Tensor(("n", 1, 1), dtype="int8")) -> R.Tensor(("n", 1, 1), dtype="int64"):
        n = T.int64()
        cls = Module
        gv1 = R.call_tir(cls.topk, (x2,), out_ty=R.Tensor((n, 1, 1), dtype="int64"))
        return gv1
