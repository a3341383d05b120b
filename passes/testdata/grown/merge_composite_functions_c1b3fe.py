# RUN: MergeCompositeFunctions
# Shows a mutant of passes/fuse/composite_groups.cc (condition): one
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def fused_relax_nn_relu(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"Composite": "assay.activation"})
        return x0

    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((), dtype="float32", vdevice="llvm:0:global"):
        cls = Module
        with R.dataflow():
            lv2: R.Tensor((), dtype="float32", vdevice="llvm:0:global") = cls.fused_relax_nn_relu(x0)
            lv3: R.Tuple(R.Tensor((), dtype="float32", vdevice="llvm:0:global"), R.Tensor((), dtype="float32", vdevice="llvm:0:global")) = lv2, x0
            lv5: R.Tensor((), dtype="float32", vdevice="llvm:0:global") = lv3[1]
            R.output(lv2, lv5)
        return lv5
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def fused_relax_nn_relu1_assay(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"Codegen": "assay"})
        # from tvm.script import ir as I
        # from tvm.script import relax as R
        
        @R.function
        def gv(x0_1: R.Tensor((), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((), dtype="float32", vdevice="llvm:0:global"):
            R.func_attr({"Composite": "assay.activation"})
            return x0_1

        lv2: R.Tensor((), dtype="float32", vdevice="llvm:0:global") = gv(x0)
        return lv2

    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((), dtype="float32", vdevice="llvm:0:global"):
        cls = Module
        with R.dataflow():
            lv2: R.Tensor((), dtype="float32", vdevice="llvm:0:global") = cls.fused_relax_nn_relu1_assay(x0)
            lv3: R.Tuple(R.Tensor((), dtype="float32", vdevice="llvm:0:global"), R.Tensor((), dtype="float32", vdevice="llvm:0:global")) = lv2, x0
            lv5: R.Tensor((), dtype="float32", vdevice="llvm:0:global") = lv3[1]
            R.output(lv2, lv5)
        return lv5
