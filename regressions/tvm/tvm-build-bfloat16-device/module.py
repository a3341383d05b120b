# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @R.function\n    def by_hand_1(x: R.Tensor((1,), dtype=\"float32\")) -> R.Tensor((1,), dtype=\"float32\"):\n        y: R.Tensor((1,), dtype=\"float32\") = R.exp(x)\n        return y\n"]})
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="bfloat16", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1), dtype="bfloat16", vdevice="llvm:0:global"):
        return x0
