# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int32"), a1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int32"), a2: T.Buffer((T.int64(1), T.int64(1)), "uint16"), out0: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)), "bfloat16")
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a2[T.int64(0), T.int64(0)], a0[T.int64(0), T.int64(0), T.int64(0), T.int64(0)], a1[v1, v1, T.int64(0), v0])
            T.writes(t0[v0, v1])
            T.sblock_attr({"assay.note": T.index_map(lambda i0: (i0 + i0 - i0 * i0,))})
            t0[v0, v1] = T.bfloat16(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="int32", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="int32", vdevice="llvm:0:global"):
        return x0
