# RUN: ConvertToDataflow
# Shows a mutant of passes/rewrite/relax_mutator.cc (comparison): var == binding->var
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor(dtype="uint16", ndim=0), gv2: R.Tensor((), dtype="bool")) -> R.Tensor((), dtype="bool"):
        gv1: R.Tensor((), dtype="uint16") = R.match_cast(x1, R.Tensor((), dtype="uint16"))
        gv2_1: R.Tensor((), dtype="bool") = R.negative(gv2)
        return gv2_1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor(dtype="uint16", ndim=0), gv2: R.Tensor((), dtype="bool")) -> R.Tensor((), dtype="bool"):
        with R.dataflow():
            gv1: R.Tensor((), dtype="uint16") = R.match_cast(x1, R.Tensor((), dtype="uint16"))
            gv2_1: R.Tensor((), dtype="bool") = R.negative(gv2)
            R.output(gv2_1)
        return gv2_1
