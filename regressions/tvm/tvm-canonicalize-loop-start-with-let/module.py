# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((T.int64(2), T.int64(2), T.int64(2)), "float32"), a1: T.Buffer((T.int64(2), T.int64(2)), "float16"), out0: T.Buffer((T.int64(2), T.int64(2), T.int64(2)), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock("holds5"):
                T.reads(a0[T.int64(0):T.int64(2), T.int64(0):T.int64(2), T.int64(0):T.int64(2)], a1[T.int64(0):T.int64(2), T.int64(0):T.int64(2)], out0[T.int64(0):T.int64(2), T.int64(0):T.int64(2), T.int64(0):T.int64(2)])
                T.writes(out0[T.int64(0):T.int64(2), T.int64(0):T.int64(2), T.int64(0):T.int64(2)])
                part0 = T.sblock_alloc_buffer((T.int64(2),), scope="wmma.matrix_a")
                for f1 in range(T.int64(2)):
                    part0[T.int64(0)] = T.float32(0.0)
                    t3 = T.int64()
                    for f4 in range(T.Cast("int64", part0[T.Let(t3, where={t3: T.Cast("int64", T.Cast("uint64", f1))})] != T.float32(0.0)), T.Cast("int64", part0[T.Let(t3, where={t3: T.Cast("int64", T.Cast("uint64", f1))})] != T.float32(0.0)) + T.int64(2)):
                        out0[f4, f1, T.int64(0)] = T.Cast("float32", f4)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
