# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k1(A: T.Buffer((T.int64(1),), "float32"), B: T.Buffer((T.int64(1),), "float32")):
        with T.sblock("root"):
            T.reads(A[0])
            T.writes(B[0])
            with T.sblock("k1"):
                vi = T.axis.spatial(T.int64(1), T.int64(0))
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = T.float32(0.0)
            return 0

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        b = R.call_tir(cls.k1, (x,), out_ty=R.Tensor((1,), dtype="float32"))
        return b
