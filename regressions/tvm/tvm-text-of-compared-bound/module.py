# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint16"), out1: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint16")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)), "uint16")
        t1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)), "uint16")
        with T.sblock("free2"):
            b0 = T.axis.opaque(T.int64(1), T.int64(0))
            b1 = T.axis.opaque(T.int64(1), T.int64(0))
            T.reads(a0[T.int64(0), T.int64(0)], t0[T.int64(0), T.int64(0), T.int64(0)])
            T.writes(t0[T.int64(0), T.int64(0), T.int64(0)])
            if (T.int64(1) >= b1) != T.bool(False):
                u11: T.let[T.int64] = T.int64(0)
            else:
                T.evaluate(0)

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
