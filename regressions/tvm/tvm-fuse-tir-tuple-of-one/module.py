# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def helper(x3: R.Tensor((1, 1), dtype="int32", vdevice="llvm:0:global"), x4: R.Tensor((1,), dtype="int32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((1, 1), dtype="int32", vdevice="llvm:0:global")):
        R.func_attr({"Primitive": True})
        gv0: R.Tensor((1, 1), dtype="int32", vdevice="llvm:0:global") = R.bitwise_and(x3, x4)
        return (gv0,)

    @R.function
    def main(x4: R.Tensor((1,), dtype="int32", vdevice="llvm:0:global"), x5: R.Tensor((1, 1), dtype="int32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((1, 1), dtype="int32", vdevice="llvm:0:global")):
        cls = Module
        gv4: R.Tuple(R.Tensor((1, 1), dtype="int32", vdevice="llvm:0:global")) = cls.helper(x5, x4)
        return gv4
