# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor(("n", 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor(("n", 1), dtype="float32", vdevice="llvm:0:global"), R.Shape(["n", 1])):
        n = T.int64()
        if R.const(True, "bool"):
            gv2: R.Tuple(R.Tensor((n, 1), dtype="float32", vdevice="llvm:0:global"), R.Shape([n, 1])) = x0, R.shape([n, 1])
            gv4: R.Tuple(R.Tensor((n, 1), dtype="float32", vdevice="llvm:0:global"), R.Shape([n, 1])) = gv2
        else:
            gv3: R.Tuple(R.Tensor((n, 1), dtype="float32", vdevice="llvm:0:global"), R.Shape([n, 1])) = x0, R.shape([n, 1])
            gv4: R.Tuple(R.Tensor((n, 1), dtype="float32", vdevice="llvm:0:global"), R.Shape([n, 1])) = gv3
        return gv4
