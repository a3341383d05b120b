# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv1: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.permute_dims(x2, axes=[1, 0])
            lv2: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.matmul(lv1, lv1, out_dtype=None)
            R.output(lv2)
        return lv2
