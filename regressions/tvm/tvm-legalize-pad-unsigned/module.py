# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x4: R.Tensor((1,), dtype="uint8", vdevice="llvm:0:global")) -> R.Tensor((4,), dtype="uint8"):
        gv11: R.Tensor((4,), dtype="uint8") = R.nn.pad(x4, pad_width=[1, 2], pad_value=-2.0, pad_mode="constant")
        return gv11
