# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def carried(x: T.Buffer((1,), "int32"), y: T.Buffer((1,), "int32")):
        # with T.sblock("root"):
        t = T.sblock_alloc_buffer((1,), "int32")
        for i in range(1):
            with T.sblock(""):
                T.reads(x[0], t[0])
                T.writes(t[0], y[0])
                u = T.sblock_alloc_buffer((1,), "int32")
                with T.sblock("t"):
                    T.reads(x[0:0])
                    T.writes(t[i])
                    t[i] = 0

    @R.function
    def main(x: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        return x
