# RUN: FuseOpsByPattern{"annotate_codegen":false,"bind_constants":true,"patterns":[["assay.drawn","nn.relu(matmul(_, const))","closed"],"assay.*"]}
# Shows a mutant of passes/pattern/registry.cc (condition): IsClosed(site)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global"), x1: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.matmul(x1, R.const([[0.75]], "float32"), out_dtype=None)
            lv5: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.add(lv0, x0)
            R.output(lv0, lv5)
        return lv5
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def fused_relax_add(lv0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"Composite": "assay.arithmetic", "Primitive": True})
        with R.dataflow():
            lv5: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.add(lv0, x0)
            R.output(lv5)
        return lv5

    @R.function(private=True)
    def fused_relax_matmul(x1: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"Composite": "assay.matmul", "Primitive": True})
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.matmul(x1, R.const([[0.75]], "float32"), out_dtype=None)
            R.output(lv0)
        return lv0

    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global"), x1: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = cls.fused_relax_matmul(x1)
            lv5: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = cls.fused_relax_add(lv0, x0)
            R.output(lv0, lv5)
        return lv5
