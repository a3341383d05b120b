# RUN: MergeCompositeFunctions
# Shows a mutant of passes/fuse/composite_groups.cc (comparison): var != nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def relu_a(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Composite": "a.relu"})
        return x

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((1,), dtype="float32") = cls.relu_a(x)
            lv_1: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = lv, lv
            lv_2: R.Tensor((1,), dtype="float32") = lv_1[0]
            R.output(lv_2)
        return lv_2
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_relu_a_a(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Codegen": "a"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            R.func_attr({"Composite": "a.relu"})
            return x_1

        lv: R.Tensor((1,), dtype="float32") = gv(x)
        lv_1: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = lv, lv
        lv_2: R.Tensor((1,), dtype="float32") = lv_1[0]
        return lv_2

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv_2: R.Tensor((1,), dtype="float32") = cls.fused_relu_a_a(x)
            R.output(lv_2)
        return lv_2
