# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(x: T.Buffer((T.int64(1), T.int64(1)), "float32"), y: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        with T.sblock("y"):
            v = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x[v, T.int64(0)])
            T.writes(y[v, T.int64(0)])
            x_view = T.match_buffer(x[v, T.int64(0)], (T.int64(1),), offset_factor=1)
            y[v, T.int64(0)] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x
