# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor(("n + 1", "n", "n", 1), dtype="uint16", vdevice="llvm:0:global"), x1: R.Tensor((), dtype="bool", vdevice="llvm:0:global")) -> R.Tensor(("n + 1", "n", "n", 1), dtype="uint16", vdevice="llvm:0:global"):
        n = T.int64()
        if x1:
            gv0: R.Tensor((), dtype="bool", vdevice="llvm:0:global") = R.less_equal(x1, x1)
            gv1: R.Tensor((), dtype="bool", vdevice="llvm:0:global") = R.grad.end_checkpoint(x1)
            gv2: R.Tensor((n + 1, n, n, 1), dtype="uint16", vdevice="llvm:0:global") = x0
            gv4: R.Tensor((n + 1, n, n, 1), dtype="uint16", vdevice="llvm:0:global") = gv2
        else:
            gv3: R.Tensor((n + 1, n, n, 1), dtype="uint16", vdevice="llvm:0:global") = x0
            gv4: R.Tensor((n + 1, n, n, 1), dtype="uint16", vdevice="llvm:0:global") = gv3
        return gv4
