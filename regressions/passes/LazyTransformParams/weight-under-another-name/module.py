# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"))) -> R.Tuple(R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global")):
        gv: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = model_params[0]
        x0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = gv
        x0_1: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.negative(gv)
        lv0: R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global") = R.less_equal(x0, x0_1)
        output_tuple: R.Tuple(R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global")) = (lv0,)
        return output_tuple

    @R.function
    def main(lv1: R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global"):
        return lv1
