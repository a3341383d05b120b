# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 1), "float32"), D: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        for k0 in T.unroll(6):
            for k1 in T.serial(3, annotations={"assay.note": 0}):
                with T.sblock("w"):
                    vi = T.axis.spatial(1, 0)
                    vk = T.axis.reduce(1, k0 + k1)
                    T.where(k0 + k1 < 1)
                    T.reads(A[vi, vk])
                    T.writes(D[vi])
                    T.sblock_attr({"assay.note": 1})
                    with T.init():
                        D[vi] = T.float32(0.0)
                    D[vi] = T.float32(1.0)
