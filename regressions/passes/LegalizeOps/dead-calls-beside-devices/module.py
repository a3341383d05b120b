# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((), dtype="float32", vdevice="llvm:0:global"), lv1: R.Tensor((), dtype="int8", vdevice="llvm:0:global")) -> R.Tuple:
        lv1_1: R.Tensor((), dtype="int8", vdevice="llvm:0:global") = R.negative(lv1)
        lv2: R.Tensor((), dtype="float32", vdevice="llvm:0:global") = R.nn.gelu(x2)
        return R.tuple()
