# RUN: ConvertToDataflow
# Shows a mutant of passes/relax/canonicalize_plan.cc (condition): (home != home_.end() && home->second != block_)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float16"), x3: R.Tensor((), dtype="bool"), x4: R.Tensor((1, 1, 1), dtype="float16"), x5: R.Tensor((1, 1), dtype="float16"), gv0: R.Tensor((1, 1), dtype="float16"), gv1: R.Tensor((1, 1), dtype="float16")) -> R.Tensor((1, 1), dtype="float16"):
        gv0_1: R.Tensor((1, 1), dtype="float16") = R.negative(gv0)
        gv1_1: R.Tensor((1, 1), dtype="float16") = R.negative(gv1)
        if x3:
            gv2: R.Tensor((0, 0), dtype="float16") = R.strided_slice(x0, (0, 1), (3, 3), (1, 3), (2, 1), assume_inbound=False)
            gv3: R.Tensor((0, 1), dtype="float16") = R.strided_slice(gv0_1, (0,), (-3,), (-4611686018427387904,), (-1,), assume_inbound=False)
            gv4: R.Tensor((1, 1), dtype="float16") = gv1_1
            gv8: R.Tensor((1, 1), dtype="float16") = gv4
        else:
            gv5: R.Tensor((1, 1, 1), dtype="float16") = R.power(x4, x4)
            gv6: R.Tensor((1, 1, 1), dtype="float16") = R.minimum(gv5, x5)
            gv7: R.Tensor((1, 1), dtype="float16") = gv1_1
            gv8: R.Tensor((1, 1), dtype="float16") = gv7
        return gv8
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float16"), x3: R.Tensor((), dtype="bool"), x4: R.Tensor((1, 1, 1), dtype="float16"), x5: R.Tensor((1, 1), dtype="float16"), gv0: R.Tensor((1, 1), dtype="float16"), gv1: R.Tensor((1, 1), dtype="float16")) -> R.Tensor((1, 1), dtype="float16"):
        with R.dataflow():
            gv0_1: R.Tensor((1, 1), dtype="float16") = R.negative(gv0)
            gv1_1: R.Tensor((1, 1), dtype="float16") = R.negative(gv1)
            R.output(gv0_1, gv1_1)
        if x3:
            with R.dataflow():
                gv2: R.Tensor((0, 0), dtype="float16") = R.strided_slice(x0, (0, 1), (3, 3), (1, 3), (2, 1), assume_inbound=False)
                gv3: R.Tensor((0, 1), dtype="float16") = R.strided_slice(gv0_1, (0,), (-3,), (-4611686018427387904,), (-1,), assume_inbound=False)
                R.output()
            gv8: R.Tensor((1, 1), dtype="float16") = gv1_1
        else:
            with R.dataflow():
                gv5: R.Tensor((1, 1, 1), dtype="float16") = R.power(x4, x4)
                gv6: R.Tensor((1, 1, 1), dtype="float16") = R.minimum(gv5, x5)
                R.output()
            gv8: R.Tensor((1, 1), dtype="float16") = gv1_1
        return gv8
