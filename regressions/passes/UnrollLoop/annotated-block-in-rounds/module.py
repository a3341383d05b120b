# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((2, 2, "n", n), "float32"), out0: T.Buffer((1, 2, n), "uint16")):
        n = T.int32()
        # with T.sblock("root"):
        for i2 in T.unroll(2, annotations={"assay.note": True}):
            with T.sblock("out0"):
                v0 = T.axis.spatial(1, 0)
                v1 = T.axis.spatial(2, i2)
                v2 = T.axis.spatial(n, 0)
                T.where(T.bool(False))
                T.reads(a0[v1, v0, v2, v2])
                T.writes(out0[v0, v1, v2])
                T.sblock_attr({"assay.note": T.index_map(lambda i0, i1: (i0, i1))})
                out0[v0, v1, v2] = T.uint16(0)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
