# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_trunc(gv2: T.Buffer(("p0", "m"), "float32"), m: T.int64, p1: T.int64, compute: T.Buffer((p0, m), "float32")):
        p0 = T.int64()
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(p0, T.int64(0))
            v_i1 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(gv2[v_i0, v_i1])
            T.writes(compute[v_i0, v_i1])
            compute[v_i0, v_i1] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32"), gv2: R.Tensor((1, "p1"), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        p1 = T.int64()
        R.func_attr({"num_input": 1})
        cls = Module
        gv0: R.Tensor((1, 1, p1), dtype="float32") = R.match_cast(x0, R.Tensor((1, 1, p1), dtype="float32"))
        gv3 = R.call_tir(cls.tir_trunc, (gv2, 1, p1), out_ty=R.Tensor((1, p1), dtype="float32"))
        return x0
