# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), out0: T.Buffer((), "int32")):
        out0[()] = T.min(-7, T.Cast("int32", T.float32(0.0))) % 3

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        return x0
