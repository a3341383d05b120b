# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), a1: T.Buffer((T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint8")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            v2 = T.axis.spatial(T.int64(1), T.int64(0))
            v3 = T.axis.reduce(T.int64(1), T.int64(0))
            v4 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(a0[v2, v2, T.int64(0)], a1[v3, v4])
            T.writes(out0[v0, v1, v2])
            with T.init():
                out0[v0, v1, v2] = T.uint8(0)
            out0[v0, v1, v2] = T.uint8(0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32"), x1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="uint8"):
        cls = Module
        lv0 = R.call_tir(cls.kernel, (x0, x1), out_ty=R.Tensor((1, 1, 1), dtype="uint8"))
        return lv0
