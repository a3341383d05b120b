# RUN: ConvertLayout{"desired_layouts":{"relax.nn.conv2d":["NHWC","OHWI"]}}
# Shows a mutant of passes/relax/convert_layout.cc (condition): std::ranges::any_of(tuple->fields, HasUnknownRank)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="int64"):
        with R.dataflow():
            lv18: R.Tensor((1, 1, 1), dtype="int64") = R.concat((x6,), axis=-3)
            R.output(lv18)
        return lv18
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="int64"):
        with R.dataflow():
            lv18: R.Tensor((1, 1, 1), dtype="int64") = R.concat((x6,), axis=0)
            R.output(lv18)
        return lv18
