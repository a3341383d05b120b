# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def helper(x0: R.Tensor((5, 5, 5, 5), dtype="float32", vdevice="llvm:0:global"), x1: R.Tensor((5,), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((5, 5, 5, 5), dtype="float32", vdevice="llvm:0:global"):
        return x0

    @R.function
    def main(x0: R.Tensor((), dtype="int8", vdevice="llvm:0:global"), x1: R.Tensor((5, 5, 4, 1), dtype="float32", vdevice="llvm:0:global"), x2: R.Tensor((5, 5, 5, 5), dtype="float32", vdevice="llvm:0:global"), x3: R.Tensor((5,), dtype="float32", vdevice="llvm:0:global"), lv1: R.Tensor((2,), dtype="int32"), lv6: R.Tensor((5, 5, 1, 2), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((5, 5, 1, 2), dtype="float32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv5: R.Tensor((2,), dtype="float32") = R.cumprod(lv1, axis=-1, dtype="float32", exclusive=False)
            lv7: R.Tensor((5, 5, 1, 2), dtype="float32", vdevice="llvm:0:global") = R.full_like(lv6, x0, dtype="float32")
            R.output(lv5, lv7)
        return lv7
