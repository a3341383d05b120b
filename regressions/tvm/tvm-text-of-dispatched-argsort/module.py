# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x3: R.Tensor((1, 1, 1), dtype="float64", vdevice="llvm:0:global")) -> R.Tensor(dtype="int64", ndim=3):
        p0 = T.int64()
        lv10: R.Tensor((p0, 1, 1), dtype="float64", vdevice="llvm:0:global") = R.match_cast(x3, R.Tensor((p0, 1, 1), dtype="float64", vdevice="llvm:0:global"))
        lv11: R.Tensor((p0, 1, 1), dtype="float32") = R.zeros(R.shape([p0, 1, 1]), dtype="float32")
        lv12: R.Tensor((p0, 1, 1), dtype="int64") = R.argsort(lv11, axis=2, descending=False, dtype="int64")
        return lv12
