# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((2, 2), "bfloat16"), a1: T.Buffer((2, 2), "float32"), a2: T.Buffer((2, 2, 1), "float32"), out0: T.Buffer((1, 2, 2), "float32"), out1: T.Buffer((1, 2, 2), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((2, 2, 1))
        for i6, i7 in T.grid(1, 2):
            for i8 in range(i6):
                with T.sblock("out0_part"):
                    v0, v1 = T.axis.remap("SS", [i6, i7])
                    v2 = T.axis.spatial(2, i8)
                    T.reads(a0[v0, v2], t0[v2, v1, 0])
                    T.writes(out0[v0, v1, v2])
                    out0[v0, v1, v2] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((2, 2), dtype="bfloat16")) -> R.Tensor((2, 2), dtype="bfloat16"):
        return x0
