# RUN: FuseOpsByPattern{"annotate_codegen":false,"bind_constants":true,"patterns":[["assay.drawn","eye(_, _, _)"],["assay.drawn","call_pure_packed(_, _)","closed"],"assay.*"]}
# Shows a mutant of passes/fuse/group_creator.cc (condition): Is<ExternFunc>(e)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            lv0: R.Tensor((1,), dtype="float32") = R.call_pure_packed("test.identity", x0, ty_args=(R.Tensor((1,), dtype="float32"),))
            R.output(lv0)
        return lv0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def fused_relax_call_pure_packed(x0: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Composite": "assay.drawn", "Primitive": True})
        with R.dataflow():
            lv0: R.Tensor((1,), dtype="float32") = R.call_pure_packed("test.identity", x0, ty_args=(R.Tensor((1,), dtype="float32"),))
            R.output(lv0)
        return lv0

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((1,), dtype="float32") = cls.fused_relax_call_pure_packed(x0)
            R.output(lv0)
        return lv0
