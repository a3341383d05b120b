# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_4(a0: T.Buffer((T.int64(1),), "int8")):
        # with T.sblock("root"):
        for once, i0 in T.grid(1, T.int64(1)):
            with T.sblock("a0"):
                v0 = T.axis.spatial(T.int64(1), i0)
                T.where(T.bool(False))
                T.reads(a0[v0])
                T.writes(a0[v0])
                a0[v0] = T.int8(0)

    @R.function
    def main(_: R.Tuple) -> R.Tuple:
        return _
