# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer(("s0", s0), "float32"), a1: T.Buffer((s0, s0), "float32"), a2: T.Buffer((s0, s0), "float32"), out0: T.Buffer((s0, s0), "float32")):
        s0 = T.int32()
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(s0, 0)
            v1 = T.axis.spatial(s0, 0)
            v2 = T.axis.reduce(s0, 0)
            T.where(T.bool(False))
            T.reads(a1[0:s0, 0:s0])
            T.writes(out0[v0, v1])
            with T.init():
                out0[v0, v1] = T.float32(0.0)
            out0[v0, v1] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="bool"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.kernel_1, (x0, x0, x0), out_ty=R.Tensor((1, 1), dtype="float32"))
            lv2: R.Tensor((1, 1), dtype="bool") = R.isnan(lv0)
            R.output(lv2)
        return lv2
