# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(a0: T.Buffer((T.int64(4), T.int64(4)), "uint64"), a1: T.Buffer((T.int64(4), T.int64(4)), "uint64"), a2: T.Buffer((T.int64(4), T.int64(4)), "uint64"), out0: T.Buffer((T.int64(4), T.int64(4)), "uint64"), out1: T.Buffer((T.int64(4), T.int64(4)), "uint16")):
        t0 = T.alloc_buffer((T.int64(4), T.int64(4)), "uint16")
        for v1 in range(T.int64(4)):
            t0[T.int64(0), v1] = T.uint16(0)
        for v0, v1 in T.grid(T.int64(4), T.int64(4)):
            out0[v0, v1] = T.uint64(0)
        for v0, v1 in T.grid(T.int64(4), T.int64(4)):
            out1[v0, v1] = T.uint16(0)
        for v0, v1 in T.grid(T.int64(4), T.int64(4)):
            if T.Cast("bool", a0[v0, v1]):
                T.break_loop()
            out1[v0, v1] = T.uint16(1)

    @T.prim_func(private=True)
    def kernel_1(a0: T.Buffer((T.int64(4), T.int64(4), T.int64(4)), "uint64"), a1: T.Buffer((T.int64(4), T.int64(4), T.int64(4)), "uint64"), out0: T.Buffer((T.int64(4), T.int64(4), T.int64(4)), "uint64"), out1: T.Buffer((T.int64(4), T.int64(4), T.int64(4)), "uint16")):
        for v0, v1, v2 in T.grid(T.int64(4), T.int64(4), T.int64(4)):
            out0[v0, v1, v2] = T.uint64(0)
        for v0, v1, v2, v3, v4 in T.grid(T.int64(4), T.int64(4), T.int64(4), T.int64(4), T.int64(4)):
            out1[v0, v1, v2] = T.uint16(0)

    @T.prim_func(private=True, s_tir=True)
    def kernel_2(a0: T.Buffer((T.int64(4), T.int64(4), T.int64(4)), "uint16"), out0: T.Buffer((T.int64(4), T.int64(4), T.int64(4)), "uint64")):
        # with T.sblock("root"):
        for i0, i1, i2 in T.grid(T.int64(4), T.int64(4), T.int64(4)):
            with T.sblock("out0"):
                v0, v1, v2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(a0[T.int64(0):T.int64(4), T.int64(0):T.int64(4), T.int64(0):T.int64(4)])
                T.writes(out0[v0, v1, v2])
                out0[v0, v1, v2] = T.uint64(0)

    @R.function
    def main(x0: R.Tensor((4, 4, 4), dtype="uint16"), x1: R.Tensor((4, 4, 4), dtype="uint64"), x3: R.Tensor((4, 4), dtype="uint64")) -> R.Tuple(R.Tensor((4, 4), dtype="uint64"), R.Tensor((4, 4), dtype="uint16")):
        cls = Module
        gv7 = R.call_tir(cls.kernel, (x3, x3, x3), out_ty=[R.Tensor((4, 4), dtype="uint64"), R.Tensor((4, 4), dtype="uint16")])
        return gv7
