# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel_2(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), a1: T.Buffer((T.int64(1),), "float32"), a2: T.Buffer((T.int64(1),), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)))
        t1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        with T.sblock("free22"):
            b20 = T.axis.scan(T.int64(2), T.int64(0))
            b21 = T.axis.opaque(T.int64(1), T.int64(0))
            T.reads(a0[T.int64(0), T.int64(0), T.int64(0)], a1[T.int64(0)], a2[T.int64(0)], t0[T.int64(0), T.int64(0), T.int64(0)])
            T.writes(t0[T.int64(0), T.int64(0), T.int64(0)])
            for f24 in range(b20, b20 + T.int64(1), T.int64(2)):
                T.evaluate(t0[f24, T.Select(f24 + b20 != f24, T.int64(1), T.int64(2)), T.int64(0)])

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
