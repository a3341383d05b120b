# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "uint32"), a1: T.Buffer((T.int64(2), T.int64(2), T.int64(2)), "float32"), out0: T.Buffer((T.int64(2), T.int64(2), T.int64(2)), "uint32")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(2), T.int64(0))
            v1 = T.axis.spatial(T.int64(2), T.int64(0))
            v2 = T.axis.spatial(T.int64(2), T.Add(T.Mul(T.int64(0), T.int64(2)), T.int64(0)))
            T.where(T.LT(T.int64(0), T.int64(2)))
            T.reads(a0[()])
            T.writes(out0[v0, v1, v2])
            out0[v0, v1, v2] = T.min(a0[()], T.uint32(5))

    @R.function
    def main(x2: R.Tensor((3, 2), dtype="float32", vdevice="cuda:0:global"), x3: R.Tensor((8, 3), dtype="float32", vdevice="cuda:0:global"), gv0: R.Tensor((3,), dtype="int64")) -> R.Tensor((8, 3), dtype="float64", vdevice="cuda:0:global"):
        gv1: R.Tensor((3, 3), dtype="float32", vdevice="cuda:0:global") = R.take(x2, gv0, axis=1, mode="fast")
        gv2: R.Tensor((8, 3), dtype="float64", vdevice="cuda:0:global") = R.matmul(x3, gv1, out_dtype="float64")
        return gv2
