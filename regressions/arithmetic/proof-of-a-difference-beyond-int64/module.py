# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((T.int64(2),), "float32"), out0: T.Buffer((T.int64(2),), "float32"), out1: T.Buffer((T.int64(2), T.int64(2)), "float32")):
        # with T.sblock("root"):
        with T.sblock("free13"):
            b11 = T.axis.opaque(T.int64(1), T.int64(0))
            b12 = T.axis.scan(T.int64(2), T.int64(0))
            T.reads(a0[T.int64(0):T.int64(2)], out0[T.int64(0):T.int64(2)])
            T.writes(out0[T.int64(0):T.int64(2)])
            m14 = T.alloc_buffer((T.int64(2), T.int64(2)))
            with T.sblock("free21"):
                b19 = T.axis.scan(T.int64(2), T.int64(0))
                view18 = T.Buffer((T.int64(2),), data=out0.data)
                T.reads(a0[T.int64(0):T.int64(2)], out0[T.int64(0):T.int64(2)], m14[T.int64(0):T.int64(2), T.int64(0):T.int64(2)], view18[T.int64(0):T.int64(2)])
                T.writes(out0[T.int64(0):T.int64(2)], m14[T.int64(0):T.int64(2), T.int64(0):T.int64(2)], view18[T.int64(0):T.int64(2)])
                for f23 in range(T.int64(-4), T.int64(4)):
                    m14.vstore([(b19 - f23 + T.Select(T.Div(b19 * T.int64(5), T.int64(5)) >= b19, T.int64(9223372036854775807) - b19, b19) % T.int64(-2)) % T.int64(2), T.int64(0)], T.float32(0.0), predicate=T.bool(False))

    @R.function
    def main(n: T.int64) -> T.int64:
        return n
