# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((1, 1, 1), "float32"), out0: T.Buffer((1, 1, 1), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((1, 1, 1))
        with T.sblock("free1"):
            b0 = T.axis.opaque(1, 0)
            T.reads(a0[0, 0, 0], t0[0, 0, 0], out0[0, 0, 0])
            T.writes(out0[0, 0, 0])
            m6 = T.alloc_buffer((1,), scope="wmma.matrix_b")
            for f8 in range(T.Cast("int32", T.int64(9223372036854775807)), T.Cast("int32", T.int64(9223372036854775807)) + 1):
                m10 = T.alloc_buffer((1, 1), scope="wmma.matrix_b")
                m10[0, 0] = m6[f8]

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        return x0
