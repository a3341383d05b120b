# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), gv1: R.Tensor((1, 1), dtype="float32"), gv4: T.int64, gv11: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tuple(R.Tensor((1, 1), dtype="float32"), T.int64, R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1, 1, 1), dtype="int64", vdevice="llvm:0:global"), R.Tensor(dtype="int64", ndim=3, vdevice="llvm:0:global")):
        p1 = T.int64()
        gv12: R.Tensor((1, p1, 1), dtype="int64", vdevice="llvm:0:global") = R.match_cast(gv11, R.Tensor((1, p1, 1), dtype="int64", vdevice="llvm:0:global"))
        return (gv1, gv4, x0, gv11, gv12)
