# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 4, 3, 2), dtype="float32", vdevice="llvm:0:global"), x2: R.Tensor((4, 2, 3, 2), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 4, 3, 2), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"Composite": "assay.fused", "Primitive": True, "num_input": 5, "tir_var_upper_bound": {"n": 8}})
        return x1
