# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def non_max_suppression1(gv11: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), gv12: T.Buffer((T.int64(1),), "int32"), x5: T.Buffer((T.int64(1), T.int64(1)), "int32"), rearranged: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        rank = T.sblock_alloc_buffer((T.int64(1), T.int64(1)), "int64")
        order = T.sblock_alloc_buffer((T.int64(1), T.int64(1)), "int64")
        out_data = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)))
        source = T.sblock_alloc_buffer((T.int64(1), T.int64(1)), "int64")
        kept = T.sblock_alloc_buffer((T.int64(1),), "int64")
        best = T.sblock_alloc_buffer((T.int64(1),), "int64")
        held = T.sblock_alloc_buffer((T.int64(1),))
        found = T.sblock_alloc_buffer((T.int64(1),), "int64")
        with T.sblock("order"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(gv12[v_ax0], rank[v_ax0, v_k])
            T.writes(order[v_ax0, v_ax1])
            with T.init():
                order[v_ax0, v_ax1] = T.int64(-1)
            order[v_ax0, v_ax1] = T.int64(0)
        with T.sblock("non_max_suppression"):
            T.reads(gv12[T.int64(0)], gv11[T.int64(0), T.int64(0), T.int64(0)], order[T.int64(0), T.int64(0)])
            T.writes(out_data[T.int64(0), T.int64(0), T.int64(0)], source[T.int64(0), T.int64(0)], kept[T.int64(0)], best[T.int64(0)], held[T.int64(0)])
            for j in range(T.int64(1)):
                out_data[T.int64(0), j, T.int64(0)] = gv11[T.int64(0), order[T.int64(0), j], T.int64(0)]

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint32")) -> R.Tensor((1, 1), dtype="uint32"):
        return x0
