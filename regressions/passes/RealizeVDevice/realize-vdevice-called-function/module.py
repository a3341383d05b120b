# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def helper_1(x0: R.Tensor((1, 1), dtype="float16")) -> R.Tuple(R.Tensor((1, 1), dtype="float16"), R.Tensor((1, 1), dtype="float16"), R.Tensor((1, 1), dtype="float16")):
        lv1: R.Tensor((1, 1), dtype="float16") = R.hint_on_device(x0, R.device(device_type=1, index=0), "global")
        return (lv1, x0, x0)

    @R.function
    def main(x3: R.Tensor((1, 1), dtype="float16")) -> R.Tuple(R.Tensor((1, 1), dtype="float16"), R.Tensor((1, 1), dtype="float16"), R.Tensor((1, 1), dtype="float16")):
        cls = Module
        lv6: R.Tuple(R.Tensor((1, 1), dtype="float16"), R.Tensor((1, 1), dtype="float16"), R.Tensor((1, 1), dtype="float16")) = cls.helper_1(x3)
        return lv6
