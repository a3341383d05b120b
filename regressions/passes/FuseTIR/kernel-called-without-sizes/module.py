# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def helper(n: T.int64, x0: R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global")):
        lv0: R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.ones_like(x0, dtype="float32")
        lv2: R.Tuple(R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global")) = lv0, lv0
        return lv2

    @R.function
    def main(x2: R.Tensor(("n", 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor(("n", 1, 1), dtype="float32", vdevice="llvm:0:global"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            lv3: R.Tuple(R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global")) = cls.helper(n, x2)
            lv4: R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global") = lv3[0]
            lv5: R.Tensor((n, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.negative(lv4)
            R.output(lv5)
        return lv5
