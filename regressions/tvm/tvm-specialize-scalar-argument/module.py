# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_asin(x2: T.Buffer(("m", T.int64(1), "n"), "float32"), n: T.int64, compute: T.Buffer((m, T.int64(1), n), "float32")):
        m = T.int64()
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(m, T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i2 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(x2[v_i0, v_i1, v_i2])
            T.writes(compute[v_i0, v_i1, v_i2])
            compute[v_i0, v_i1, v_i2] = T.float32(0.0)

    @R.function
    def main(x2: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        cls = Module
        gv0 = R.call_tir(cls.tir_asin, (x2, 1), out_ty=R.Tensor((1, 1, 1), dtype="float32"))
        return gv0
