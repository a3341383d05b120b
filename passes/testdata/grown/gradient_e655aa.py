# RUN: Gradient{"func_name":"main"}
# Shows a mutant of passes/relax/gradient_backward.cc (comparison): zeros == nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global"), lv0: R.Tensor((1, 1, 1, 1, 1), dtype="float64", vdevice="llvm:0:global")) -> R.Tensor((), dtype="float32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv0_1: R.Tensor((1, 1, 1, 1, 1), dtype="float64", vdevice="llvm:0:global") = R.negative(lv0)
            R.output(lv0_1)
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main_adjoint(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global"), lv0: R.Tensor((1, 1, 1, 1, 1), dtype="float64", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((), dtype="float32", vdevice="llvm:0:global"), R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((1, 1, 1, 1, 1), dtype="float64"))):
        with R.dataflow():
            x0_adjoint: R.Tensor((), dtype="float32") = R.ones(R.shape([]), dtype="float32")
            x0_adjoint_out: R.Tensor((), dtype="float32") = x0_adjoint
            lv0_adjoint: R.Tensor((1, 1, 1, 1, 1), dtype="float64") = R.zeros(R.shape([1, 1, 1, 1, 1]), dtype="float64")
            lv0_adjoint_out: R.Tensor((1, 1, 1, 1, 1), dtype="float64") = lv0_adjoint
            R.output(x0_adjoint_out, lv0_adjoint_out)
        return (x0, (x0_adjoint_out, lv0_adjoint_out))

    @R.function
    def main(x0: R.Tensor((), dtype="float32", vdevice="llvm:0:global"), lv0: R.Tensor((1, 1, 1, 1, 1), dtype="float64", vdevice="llvm:0:global")) -> R.Tensor((), dtype="float32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv0_1: R.Tensor((1, 1, 1, 1, 1), dtype="float64", vdevice="llvm:0:global") = R.negative(lv0)
            R.output(lv0_1)
        return x0
