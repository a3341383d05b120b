# RUN: MergeCompositeFunctions
# Shows a mutant of passes/fuse/composite_groups.cc (comparison): other == group
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function(private=True)
    def fused_relax_exp(lv0: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
        R.func_attr({"Composite": "assay.unary"})
        return lv0

    @R.function(private=True)
    def fused_relax_nn_gelu(x2: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
        R.func_attr({"Composite": "assay.activation"})
        return x2

    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = cls.fused_relax_nn_gelu(x2)
            lv1: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = cls.fused_relax_exp(lv0)
            lv2: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = cls.fused_relax_nn_gelu(lv0)
            R.output(lv0, lv1, lv2)
        return lv2
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function
    def fused_relax_nn_gelu_relax_exp_relax_nn_gelu_assay(x2: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tuple(R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"), R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"), R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")):
        R.func_attr({"Codegen": "assay"})
        # from tvm.script import ir as I
        # from tvm.script import relax as R
        
        @R.function
        def gv(x2_1: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
            R.func_attr({"Composite": "assay.activation"})
            return x2_1

        lv0: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = gv(x2)
        # from tvm.script import ir as I
        # from tvm.script import relax as R
        
        @R.function
        def gv_1(lv0_1: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
            R.func_attr({"Composite": "assay.unary"})
            return lv0_1

        lv1: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = gv_1(lv0)
        lv2: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = gv(lv0)
        return (lv0, lv1, lv2)

    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
        cls = Module
        with R.dataflow():
            lv: R.Tuple(R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"), R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"), R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")) = cls.fused_relax_nn_gelu_relax_exp_relax_nn_gelu_assay(x2)
            lv2: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = lv[2]
            R.output(lv2)
        return lv2
