# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func
    def kernel(a0: T.Buffer((64,), "float32"), a1: T.Buffer((1,), "float32"), out0: T.Buffer((222,), "bool")):
        b4 = T.launch_thread("blockIdx.x", 4)
        t5 = T.launch_thread("threadIdx.x", 64)
        s1 = T.alloc_buffer((32,), "float16", scope="warp")
        s2 = T.alloc_shared((128,), "float64")
        s2[t5] = T.Cast("float64", a0[t5])
        s1[t5 % 32] = T.Cast("float16", s2[t5])
        T.tvm_storage_sync("shared", T.bool(False), -1)
        out0[t5] = T.Cast("bool", s1[t5 % 32])

    @R.function
    def main(x0: R.Tensor((64,), dtype="float32"), x1: R.Tensor((1,), dtype="float32"), alloc: R.Tensor((222,), dtype="bool", vdevice="llvm:0:global")) -> R.Tensor((222,), dtype="bool", vdevice="llvm:0:global"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        cls.kernel(x0, x1, alloc)
        return alloc
