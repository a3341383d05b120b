# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="uint64", vdevice="llvm:0:global"), x3: R.Tensor((1, 1, 1, 1), dtype="uint64", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="uint64", vdevice="llvm:0:global"):
        gv8: R.Tensor((1, 1, 1), dtype="uint64", vdevice="llvm:0:global") = x0
        lv13: T.int32 = R.inspect.tensor_ndim(gv8)
        return x3
