# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def fused_relax_nn_gelu(x1: R.Tensor(("n + n", "n * 2"), dtype="float32", vdevice="llvm:0:global"), tir_vars: R.Shape(["n"])) -> R.Tensor(("n + n", "n * 2"), dtype="float32", vdevice="llvm:0:global"):
        n = T.int64(is_size_var=True)
        R.func_attr({"Primitive": True})
        lv0: R.Tensor((n + n, n * 2), dtype="float32", vdevice="llvm:0:global") = R.negative(x1)
        return lv0

    @R.function
    def main(x1: R.Tensor((2, 2), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((2, 2), dtype="float32", vdevice="llvm:0:global"):
        cls = Module
        lv0: R.Tensor((2, 2), dtype="float32", vdevice="llvm:0:global") = cls.fused_relax_nn_gelu(x1, R.shape([1]))
        return lv0
