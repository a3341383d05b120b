# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def rows(x: T.Buffer((2, 1), "float32"), y: T.Buffer((2, 1), "float32")):
        # with T.sblock("root"):
        for i in T.unroll(2):
            with T.sblock("row"):
                T.reads(x[i, 0])
                T.writes(y[i, 0])
                r = T.match_buffer(x[i, 0], (1,), offset_factor=1)
                w = T.match_buffer(y[i, 0], (1,), offset_factor=1)
                w[0] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((2, 1), dtype="float32")) -> R.Tensor((2, 1), dtype="float32"):
        return x
