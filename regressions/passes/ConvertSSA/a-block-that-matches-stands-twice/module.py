# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((T.int64(3),), "float32"), out0: T.Buffer((T.int64(3), T.int64(3)), "int16"), out1: T.Buffer((T.int64(3),), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(3), T.int64(3)))
        for i0 in range(T.int64(3)):
            with T.sblock("t0"):
                v0 = T.axis.spatial(T.int64(3), i0)
                v1 = T.axis.spatial(T.int64(3), T.int64(0))
                T.reads(a0[v1])
                T.writes(t0[v0, v1])
                t0_view = T.match_buffer(t0[v0, T.int64(0):T.int64(3)], (T.int64(1), T.int64(3)), offset_factor=1)
                t0_view[T.int64(0), v1] = T.float32(0.0)
        with T.sblock("t0_shown"):
            T.reads(t0[T.int64(0):T.int64(3), T.int64(0):T.int64(3)], out1[T.int64(0):T.int64(3)])
            T.writes(out1[T.int64(0):T.int64(3)])
            for i5 in range(T.int64(3)):
                out1[i5] = t0[i5, T.int64(0)]

    @R.function
    def main() -> R.Tuple:
        return R.tuple()
