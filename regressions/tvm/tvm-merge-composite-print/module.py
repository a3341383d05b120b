# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(pure=False)
    def main(x0: R.Tensor((1, 1, 1), dtype="int32", vdevice="llvm:0:global")) -> R.Tuple:
        gv2: R.Tuple = R.print(x0, format=R.str("{}"))
        return gv2
