# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer(("n", 1), "float32"), a1: T.Buffer((n, 1, 1), "uint64"), a2: T.Buffer((1, 1, n, n), "uint64"), out0: T.Buffer((1, 1, n, n), "uint64")):
        n = T.int32()
        # with T.sblock("root"):
        for i5 in range(0):
            with T.sblock("out0"):
                v0 = T.axis.spatial(1, 0)
                v1 = T.axis.spatial(1, 0)
                v2 = T.axis.spatial(n, 0)
                v3 = T.axis.spatial(n, 0)
                v4 = T.axis.reduce(n, i5 * 2)
                T.where(i5 * 2 < n)
                T.reads(a1[0:n, 0, 0])
                T.writes(out0[v0, v1, v2, v3])
                with T.init():
                    out0[v0, v1, v2, v3] = T.uint64(0)
                out0[v0, v1, v2, v3] = T.uint64(0)

    @R.function
    def main(n: T.int64) -> T.int64:
        return n
