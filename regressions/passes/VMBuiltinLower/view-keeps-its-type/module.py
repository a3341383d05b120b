# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main() -> R.Tensor((4, 1), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        gv8: R.Tensor((3, 4), dtype="float32") = R.full(R.shape([3, 4]), R.const(0.29282638430595398, "float32"), dtype="float32")
        gv9: R.Tensor((4, 1), dtype="float32") = R.memory.view(gv8, R.shape([4, 1]), R.tuple(), 32)
        gv20: R.Tensor((4, 1), dtype="float32") = R.rsqrt(gv9)
        return gv20
