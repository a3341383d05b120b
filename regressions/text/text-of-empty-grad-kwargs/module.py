# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def scale(A: T.Buffer((T.int64(1), T.int64(1)), "float32"), B: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        with T.sblock("B"):
            vi = T.axis.spatial(T.int64(1), T.int64(0))
            vj = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(A[vi, vj])
            T.writes(B[vi, vj])
            B[vi, vj] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        gv: R.Tensor((1, 1), dtype="float32") = R.call_tir_with_grad(cls.scale, (x,), out_ty=R.Tensor((1, 1), dtype="float32"), te_grad_name="scale_grad")
        return gv
