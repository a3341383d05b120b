# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((0, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="int64", vdevice="llvm:0:global"):
        gv4: R.Tensor((1,), dtype="int64", vdevice="llvm:0:global") = R.argmin(x2, axis=-2, keepdims=False)
        return gv4
