# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), gv6: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.tril(x0, 3)
            R.output(lv0)
        gv5: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global") = lv0
        return gv6
