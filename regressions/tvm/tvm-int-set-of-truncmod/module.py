# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((2,), "float32"), a1: T.Buffer((), "float32"), out0: T.Buffer((2, 2), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer(())
        t1 = T.sblock_alloc_buffer((2, 2))
        with T.sblock("free1"):
            b0 = T.axis.opaque(2, 0)
            T.reads(a0[0:2], a1[()], t0[()])
            T.writes(t0[()])
            u2: T.let[T.int32] = T.truncmod(b0 * -3 + 1, 5)

    @R.function
    def main(x0: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        return x0
