# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global.vtcm")]})
    @R.function
    def main(x0: R.Tensor((9,), dtype="float32", vdevice="llvm:0:global.vtcm"), x1: R.Tensor((9, 1), dtype="float32", vdevice="llvm:0:global.vtcm")) -> R.Tensor((1,), dtype="float32", vdevice="llvm:0:global.vtcm"):
        with R.dataflow():
            lv0: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global.vtcm") = R.matmul(x0, x1, out_dtype="float32")
            lv1: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global.vtcm") = R.log_add_exp(lv0, lv0)
            R.output(lv1)
        return lv1
