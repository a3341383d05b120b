# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):
        for i in range(2):
            B[i] = A[i]

    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32"), n: T.int64) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        a = R.call_tir(cls.k, (x,), out_ty=R.Tensor((2,), dtype="float32"))
        b: R.Tensor((2,), dtype="float32") = a
        c = R.call_dps_packed("f", (x, a), out_ty=[R.Tensor((2,), dtype="float32"), R.Tensor((3,), dtype="float32")])
        d: R.Tensor((2,), dtype="float32") = R.call_packed("g", x, n, R.str("q"), ty_args=(R.Tensor((2,), dtype="float32"),))
        e: R.Tensor((2,), dtype="float32") = R.call_pure_packed("h", x, ty_args=(R.Tensor((2,), dtype="float32"),))
        f: R.Tuple(R.Any, R.Tensor) = R.call_packed("g2", x, ty_args=(R.Any, R.Tensor))
        R.print(x, format=R.str("{}"))
        R.assert_op(R.const(True, "bool"), x, format=R.str("bad {}"))
        h: R.Tensor((2,), dtype="float32") = R.call_inplace_packed("ip", x, inplace_indices=[0], ty_args=(R.Tensor((2,), dtype="float32"),))
        return h
