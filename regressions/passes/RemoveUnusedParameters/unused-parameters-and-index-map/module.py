# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def helper(x0: R.Tensor((1,), dtype="uint8", vdevice="llvm:0:global"), x1: R.Tensor(dtype="uint8", ndim=0, vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="uint8", vdevice="llvm:0:global"):
        lv1: R.Tensor((1,), dtype="uint8", vdevice="llvm:0:global") = R.layout_transform(x0, index_map=T.index_map(lambda i0: (i0,)), pad_value=None)
        return lv1

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0
