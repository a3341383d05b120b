# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer(("n", 4), "float32", strides=("s0", "s1"), align=16), Bb: T.Buffer((n, 4), "float32", offset_factor=4)):
        n = T.int32()
        # with T.sblock("root"):
        for i, j in T.grid(n, 4):
            with T.sblock("blk"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(Bb[vi, vj])
                Bb[vi, vj] = A[vi, vj]
