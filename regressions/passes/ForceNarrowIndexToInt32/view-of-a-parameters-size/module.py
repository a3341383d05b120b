# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer(("s1", "s0"), "float32"), s0: T.int64, out0: T.Buffer((s1, s0), "float32")):
        s1 = T.int64()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((s1, s0), "uint16")
        with T.sblock("t0"):
            v0 = T.axis.spatial(s1, T.int64(0))
            v1 = T.axis.spatial((T.int64(1), T.int64(1) + s0), T.int64(0))
            T.where(T.bool(False))
            T.reads(a0[v0, T.int64(0)])
            T.writes(t0[v0, T.int64(0)])
            a0_view = T.match_buffer(a0[v0, T.int64(0):s0], (T.int64(1), s0), offset_factor=1)
            t0[v0, T.int64(0)] = T.uint16(0)
        with T.sblock("t0_part"):
            v0 = T.axis.spatial((T.int64(1), T.int64(1) + s1), T.int64(0))
            v1 = T.axis.spatial(s0, T.int64(0))
            T.reads(a0[T.int64(0):s1, T.int64(0):s0])
            T.writes(t0[T.int64(0), v1])
            t0[T.int64(0), v1] = T.uint16(0)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
