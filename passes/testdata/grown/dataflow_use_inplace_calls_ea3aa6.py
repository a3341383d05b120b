# RUN: DataflowUseInplaceCalls
# Shows a mutant of passes/analysis/block_storage.cc (comparison): op == "relax.call_tir"
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def same(p: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return p

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            d: R.Tensor((1, 1), dtype="float32") = cls.same(x)
            e: R.Tensor((1, 1), dtype="float32") = R.add(d, d)
            R.output()
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def same(p: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return p

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            d: R.Tensor((1, 1), dtype="float32") = cls.same(x)
            e: R.Tensor((1, 1), dtype="float32") = R.add(d, d)
            R.output()
        return x
