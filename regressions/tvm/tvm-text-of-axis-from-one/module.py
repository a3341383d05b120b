# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((1, 1, "s0"), "float16"), a1: T.Buffer((1, 1, s0), "float16"), a2: T.Buffer((1, 1, s0), "float16"), out0: T.Buffer((s0, 1, 1), "int32")):
        s0 = T.int32()
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial((1, 1 + s0), 0)
            v1 = T.axis.spatial((2, 3), 0)
            v2 = T.axis.spatial((2, 3), 0)
            T.where(T.bool(False))
            T.reads(a1[0, 0, 0], a2[0, 0, 0], a0[0, 0, 0])
            T.writes(out0[0, 0, 0])
            out0[0, 0, 0] = 0

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float16")) -> R.Tensor((1, 1, 1), dtype="float16"):
        return x0
