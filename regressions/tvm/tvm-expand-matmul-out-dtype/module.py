# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), x2: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), x3: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float64", vdevice="llvm:0:global"):
        lv0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.add(x1, x2)
        lv1: R.Tensor((1, 1), dtype="float64", vdevice="llvm:0:global") = R.matmul(x3, lv0, out_dtype="float64")
        return lv1
