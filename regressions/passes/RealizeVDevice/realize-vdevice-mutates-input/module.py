# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(gv0: R.Tensor((), dtype="int64")) -> R.Tensor((), dtype="int64"):
        gv2: R.Tensor((), dtype="int64") = R.hint_on_device(gv0, R.device(device_type=1, index=0), "global")
        return gv2
