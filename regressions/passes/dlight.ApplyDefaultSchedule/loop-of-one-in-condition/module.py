# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel_4(a0: T.Buffer((T.int64(1),), "int8")):
        # with T.sblock("root"):
        for i0 in range(T.int64(1)):
            with T.sblock("a0"):
                v0 = T.axis.spatial(T.int64(1), i0)
                T.where(i0 < T.int64(1))
                T.reads(a0[v0])
                T.writes(a0[v0])
                a0[v0] = T.int8(0)

    @R.function
    def main(alloc_2: R.Tensor((1,), dtype="int8", vdevice="llvm:0:global")) -> R.Tuple:
        R.func_attr({"relax.force_pure": True})
        cls = Module
        _: R.Tuple = cls.kernel_4(alloc_2)
        return _
