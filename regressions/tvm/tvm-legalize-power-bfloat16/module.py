# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x10: R.Tensor((1,), dtype="bfloat16", vdevice="llvm:0:global"), gv19: R.Tensor((1,), dtype="bfloat16")) -> R.Tensor((1,), dtype="bfloat16", vdevice="llvm:0:global"):
        gv20: R.Tensor((1,), dtype="bfloat16", vdevice="llvm:0:global") = R.power(x10, gv19)
        return gv20
