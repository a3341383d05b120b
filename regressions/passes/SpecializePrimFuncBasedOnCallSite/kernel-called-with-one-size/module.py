# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((1, "s0", s0), "float32"), out0: T.Buffer((1, s0, s0, 1), "float32")):
        s0 = T.int32()
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(1, 0)
            v1 = T.axis.spatial(s0, 0)
            v2 = T.axis.spatial(s0, 0)
            v3 = T.axis.spatial(1, 0)
            T.where(T.bool(False))
            T.reads(a0[v3, v2, v2])
            T.writes(out0[v0, v1, v2, v3])
            out0[v0, v1, v2, v3] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        lv0 = R.call_tir(cls.kernel, (x0,), out_ty=R.Tensor((1, 1, 1, 1), dtype="float32"))
        return lv0
