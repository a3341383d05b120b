# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(A: T.Buffer((T.int64(4),), "float32x4"), B: T.Buffer((T.int64(4),), "float32x4")):
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("k"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + A[vi]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32x4")) -> R.Tensor((4,), dtype="float32x4"):
        cls = Module
        a = R.call_tir(cls.k, (x,), out_ty=R.Tensor((4,), dtype="float32x4"))
        b = R.call_tir(cls.k, (a,), out_ty=R.Tensor((4,), dtype="float32x4"))
        c = R.call_tir(cls.k, (b,), out_ty=R.Tensor((4,), dtype="float32x4"))
        return c
