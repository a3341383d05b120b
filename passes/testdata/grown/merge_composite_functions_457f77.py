# RUN: MergeCompositeFunctions
# Shows a mutant of passes/fuse/composite_groups.cc (left-out call): pending.push_back(user->var);
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def relu_a(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Composite": "compiler_A.relu"})
        return x

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((1,), dtype="float32") = cls.relu_a(x)
            lv_1: R.Tuple(R.Tensor((1,), dtype="float32")) = (lv,)
            lv_2: R.Tuple(R.Tensor((1,), dtype="float32")) = lv_1
            a: R.Tensor((1,), dtype="float32") = lv_2[0]
            R.output(a)
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_relu_a_compiler_A(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            R.func_attr({"Composite": "compiler_A.relu"})
            return x_1

        lv: R.Tensor((1,), dtype="float32") = gv(x)
        lv_1: R.Tuple(R.Tensor((1,), dtype="float32")) = (lv,)
        lv_2: R.Tuple(R.Tensor((1,), dtype="float32")) = lv_1
        a: R.Tensor((1,), dtype="float32") = lv_2[0]
        return a

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Tensor((1,), dtype="float32") = cls.fused_relu_a_compiler_A(x)
            R.output(a)
        return a
