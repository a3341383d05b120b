# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((T.int64(1), T.int64(1)), "float32"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out1: T.Buffer((), "bfloat16")):
        # with T.sblock("root"):
        with T.sblock("free2"):
            b0 = T.axis.scan(T.int64(1), T.int64(0))
            b1 = T.axis.opaque(T.int64(1), T.int64(0))
            T.reads(a0[()], a1[T.int64(0), T.int64(0)], a2[T.int64(0), T.int64(0), T.int64(0), T.int64(0)], out0[T.int64(0), T.int64(0), T.int64(0), T.int64(0)])
            T.writes(out0[T.int64(0), T.int64(0), T.int64(0), T.int64(0)])
            own4 = T.sblock_alloc_buffer((T.int64(1),), "int64")
            part3 = T.match_buffer(a2[b0, b1, T.int64(0), T.int64(0)], (T.int64(1), T.int64(1), T.int64(1)), offset_factor=1)
            with T.sblock("holds24"):
                T.reads(a0[()], a1[T.int64(0), T.int64(0)], part3[T.int64(0), T.int64(0), T.int64(0)], out0[T.int64(0), T.int64(0), T.int64(0), T.int64(0)], own4[T.int64(0)])
                T.writes(out0[T.int64(0), T.int64(0), T.int64(0), T.int64(0)], own4[T.int64(0)])
                part6 = T.sblock_alloc_buffer((T.int64(1),), elem_offset=T.int64(0), scope="wmma.matrix_a", align=16, offset_factor=2)
                for f7 in range(T.int64(3)):
                    while part6[f7] <= T.Cast("float32", own4[f7]):
                        view10 = T.decl_buffer((T.int64(1),), "int64", data=own4.data)
                        was11: T.let[T.int64] = T.int64(0)
                        view10[T.int64(0)] = was11

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
