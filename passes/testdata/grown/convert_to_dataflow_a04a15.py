# RUN: ConvertToDataflow
# Shows a mutant of passes/relax/canonicalize_plan.cc (condition): !used_.contains(var)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1,), dtype="uint16"), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x3: R.Tensor((), dtype="bool"), x4: R.Tensor((3, 3), dtype="float32"), x5: R.Tensor((3,), dtype="float32"), gv0: R.Tensor((3,), dtype="uint16"), gv1: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1,), dtype="uint16"):
        gv0_1: R.Tensor((3,), dtype="uint16") = R.negative(gv0)
        gv1_1: R.Tensor((1, 1, 1, 1), dtype="float32") = R.negative(gv1)
        if x3:
            gv4: R.Tensor((3,), dtype="int32") = R.stack((R.const(0, "int32"), R.const(0, "int32"), R.const(-100, "int32")), axis=0)
            gv5: R.Tensor((), dtype="float32") = R.nn.nll_loss(x4, gv4, x5, reduction="mean", ignore_index=-100)
            gv6: R.Tensor((1, 1, 1, 1), dtype="float32") = x2
            gv8: R.Tensor((1, 1, 1, 1), dtype="float32") = gv6
        else:
            gv7: R.Tensor((1, 1, 1, 1), dtype="float32") = x2
            gv8: R.Tensor((1, 1, 1, 1), dtype="float32") = gv7
        gv23: R.Tensor((1, 1, 1, 1), dtype="float32") = gv1_1
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1,), dtype="uint16"), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x3: R.Tensor((), dtype="bool"), x4: R.Tensor((3, 3), dtype="float32"), x5: R.Tensor((3,), dtype="float32"), gv0: R.Tensor((3,), dtype="uint16"), gv1: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1,), dtype="uint16"):
        with R.dataflow():
            gv0_1: R.Tensor((3,), dtype="uint16") = R.negative(gv0)
            gv1_1: R.Tensor((1, 1, 1, 1), dtype="float32") = R.negative(gv1)
            R.output()
        if x3:
            with R.dataflow():
                gv4: R.Tensor((3,), dtype="int32") = R.stack((R.const(0, "int32"), R.const(0, "int32"), R.const(-100, "int32")), axis=0)
                gv5: R.Tensor((), dtype="float32") = R.nn.nll_loss(x4, gv4, x5, reduction="mean", ignore_index=-100)
                R.output()
            gv8: R.Tensor((1, 1, 1, 1), dtype="float32") = x2
        else:
            gv8: R.Tensor((1, 1, 1, 1), dtype="float32") = x2
        return x0
