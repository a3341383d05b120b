# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((), "float32"), a2: T.Buffer((), "float32"), out0: T.Buffer((), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1),))
        t1 = T.sblock_alloc_buffer((), "bool")
        with T.sblock("free12"):
            b10 = T.axis.opaque(T.int64(2), T.int64(0))
            b11 = T.axis.scan(T.int64(1), T.int64(0))
            T.reads(a0[()], a1[()], a2[()], t0[T.int64(0)], t1[()], out0[()])
            T.writes(out0[()])
            view15 = T.Buffer((T.int64(1),), data=out0.data, strides=(T.int64(2),))
            view15[T.int64(0)] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="bool")) -> R.Tensor((1,), dtype="bool"):
        return x0
