# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor(("m", 1, "m"), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor(("m",), dtype="float32", vdevice="llvm:0:global"):
        m = T.int64()
        R.func_attr({"relax.force_pure": True})
        gv11: R.Tensor((m,), dtype="float32", vdevice="llvm:0:global") = R.collapse_sum_to(x0, R.shape([m]))
        return gv11
