# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def fused_relax_exp(x0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"Composite": "assay.unary"})
        return x0

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = cls.fused_relax_exp(x0)
            R.output(lv0)
        return lv0
