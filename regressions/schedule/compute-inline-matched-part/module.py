# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1),), "int8"), out0: T.Buffer((T.int64(1),), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1),))
        t1 = T.sblock_alloc_buffer((T.int64(1),), "int8")
        out0_part = T.sblock_alloc_buffer((T.int64(1),))
        with T.sblock("t1"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a0[T.int64(0)])
            T.writes(t1[v0])
            t1[v0] = T.int8(0)
        with T.sblock("free66"):
            b65 = T.axis.scan(T.int64(1), T.int64(1))
            T.reads(a0[T.int64(0)], t0[T.int64(0)], t1[T.int64(0)], out0[T.int64(0)])
            T.writes(out0[T.int64(0)])
            stage76 = T.alloc_buffer((T.int64(1), T.int64(1)), "int8")
            with T.sblock("free117"):
                b115 = T.axis.opaque(T.int64(1), T.int64(0))
                b116 = T.axis.opaque(T.int64(1), T.int64(0))
                T.reads(a0[T.int64(0)], t0[T.int64(0)], t1[T.int64(0)], out0[T.int64(0)], stage76[T.int64(0), T.int64(0)])
                T.writes(out0[T.int64(0)], stage76[T.int64(0), T.int64(0)])
                own120 = T.sblock_alloc_buffer((T.int64(1),), scope="wmma.matrix_a", align=16)
                own122 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)), "int8", strides=(T.int64(1), T.int64(1)), scope="warp")
                part118 = T.match_buffer(a0[T.int64(0)], (T.int64(1),), "int8", offset_factor=1)
                part119 = T.match_buffer(stage76[b116, T.int64(0)], (T.int64(1),), "int8", offset_factor=1)
                own120[T.int64(0)] = T.Cast("float32", part118[T.int64(0)])

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
