# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel3(a0: T.Buffer((T.int64(1),), "float8_e8m0fnu"), a1: T.Buffer((T.int64(1),), "float8_e8m0fnu"), out2: T.Buffer((T.int64(1),), "float8_e8m0fnu")):
        out2[T.int64(0)] = a1[T.int64(0)] * a0[T.int64(0)]

    @R.function
    def main(x6: R.Tensor((1,), dtype="float8_e8m0fnu"), x7: R.Tensor((1,), dtype="float8_e8m0fnu")) -> R.Tensor((1,), dtype="float8_e8m0fnu"):
        cls = Module
        gv3 = R.call_tir(cls.kernel3, (x6, x7), out_ty=R.Tensor((1,), dtype="float8_e8m0fnu"))
        return gv3
