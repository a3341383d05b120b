# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), lv12: R.Tensor((), dtype="uint32")) -> R.Tensor((1, 1), dtype="uint32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv8: R.Tensor((1, 1), dtype="uint32", vdevice="llvm:0:global") = R.wrap_param(x0, dtype="uint32")
            lv13: R.Tensor((1, 1), dtype="uint32", vdevice="llvm:0:global") = R.floor_mod(lv8, lv12)
            R.output(lv13)
        return lv13
