# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((), dtype="float32", vdevice="llvm:0:global"), R.Tensor((), dtype="int64", vdevice="llvm:0:global")):
        y: R.Tuple(R.Tensor((), dtype="float32", vdevice="llvm:0:global"), R.Tensor((), dtype="int64", vdevice="llvm:0:global")) = R.median(x, axis=[0], keepdims=False)
        return y
