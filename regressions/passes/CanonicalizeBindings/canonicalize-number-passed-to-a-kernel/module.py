from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True, private=True)
    def fill(var_a: T.handle, m: T.int64, n: T.int64, var_out: T.handle):
        a = T.match_buffer(var_a, (m, n))
        out = T.match_buffer(var_out, (m, n))
        for i, j in T.grid(m, n):
            with T.sblock("fill"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                out[v_i, v_j] = a[v_i, v_j] + T.float32(1)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        cls = Module
        p1 = T.int64()
        gv: R.Tensor((1, 1, p1), dtype="float32") = R.match_cast(x0, R.Tensor((1, 1, p1), dtype="float32"))
        gv1: R.Tensor((1, p1), dtype="float32") = R.reshape(gv, R.shape([1, p1]))
        gv2 = R.call_tir(cls.fill, (gv1, R.prim_value(1), R.prim_value(p1)), out_ty=R.Tensor((1, p1), dtype="float32"))
        return gv2
