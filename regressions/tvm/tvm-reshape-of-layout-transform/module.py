# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((2, 2), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((2, 2), dtype="float32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv0: R.Tensor((2, 1, 2), dtype="float32", vdevice="llvm:0:global") = R.layout_transform(x1, index_map=T.index_map(lambda i, j: (i, j // 2, j % 2)), pad_value=None)
            lv1: R.Tensor((2, 2), dtype="float32", vdevice="llvm:0:global") = R.layout_transform(lv0, index_map=T.index_map(lambda i, j, k: (i, j * 2 + k)), pad_value=None)
            R.output(lv1)
        return lv1
