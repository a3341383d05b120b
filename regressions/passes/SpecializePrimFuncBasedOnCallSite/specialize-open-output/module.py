# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def addone(A: T.Buffer(("n", "m"), "float32"), B: T.Buffer((n, m), "float32")):
        n, m = T.int32(), T.int32()
        # with T.sblock("root"):
        with T.sblock("addone"):
            vi = T.axis.spatial(n, 0)
            vj = T.axis.spatial(m, 0)
            T.reads(A[vi, vj])
            T.writes(B[vi, vj])
            B[vi, vj] = T.float32(0.0)

    @R.function
    def expected(c0: R.Tensor((1, 1), dtype="float32"), x: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        n = T.int64()
        cls = Module
        x0: R.Tensor((n, 1), dtype="float32") = R.match_cast(x, R.Tensor((n, 1), dtype="float32"))
        lv0 = R.call_tir(cls.addone, (c0,), out_ty=R.Tensor((n, 1), dtype="float32"))
        return lv0
