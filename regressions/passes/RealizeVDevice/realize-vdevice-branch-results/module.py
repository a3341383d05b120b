# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1,), dtype="float16"), x3: R.Tensor((1, 1, 1), dtype="int64"), x4: R.Tensor((), dtype="bool"), x5: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1,), dtype="float16"):
        if x4:
            gv9: R.Tensor((1, 1), dtype="float16") = R.reshape(x2, R.shape([1, 1]))
            gv10: R.Tensor((1,), dtype="float16") = x2
            gv13: R.Tensor((1,), dtype="float16") = gv10
        else:
            gv11: R.Tensor((1, 1, 1), dtype="bool") = R.less_equal(x5, x3)
            gv12: R.Tensor((1,), dtype="float16") = x2
            gv13: R.Tensor((1,), dtype="float16") = gv12
        gv24: R.Tensor((1,), dtype="float16") = R.hint_on_device(x2, R.device(device_type=1, index=0), "global")
        return gv24
