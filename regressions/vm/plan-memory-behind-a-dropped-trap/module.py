# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel13_in(a0: T.Buffer((2,), "float16"), a1: T.Buffer((2,), "float16"), out2: T.Buffer((2,), "float16")):
        memory = T.alloc_buffer((2,), "float16")
        view = T.Buffer((2,), "float16", data=memory.data, strides=(2,))
        view[1] = T.float16(0.0)

    @T.prim_func(s_tir=True)
    def kernel_1(a0: T.Buffer((), "uint64"), a1: T.Buffer((T.int64(2), T.int64(2), T.int64(2), T.int64(2)), "uint64"), out0: T.Buffer((T.int64(2),), "uint64")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(2), T.int64(0))
            T.reads()
            T.writes(out0[v0])
            out0[v0] = T.uint64(0)

    @R.function(private=True)
    def main_in(x8: R.Tensor((2,), dtype="float8_e8m0fnu"), x26: R.Tensor((2,), dtype="float16"), x27: R.Tensor((2,), dtype="float16")) -> R.Tensor((2,), dtype="float8_e8m0fnu"):
        cls = Module
        gv = R.call_tir(cls.kernel13_in, (x26, x27), out_ty=R.Tensor((2,), dtype="float16"))
        return x8

    @R.function
    def main(x2: R.Tensor((2, 2, 2, 2), dtype="uint64"), lv0: R.Tensor((), dtype="uint64")) -> R.Tensor((2,), dtype="uint64"):
        cls = Module
        gv: R.Tensor((2,), dtype="float8_e8m0fnu") = cls.main_in(R.const([2.0, "nan"], "float8_e8m0fnu"), R.const([3.88671875, -2.109375], "float16"), R.const([-3.08203125, -0.64599609375], "float16"))
        gv_1 = R.call_tir(cls.kernel_1, (lv0, x2), out_ty=R.Tensor((2,), dtype="uint64"))
        return gv_1
