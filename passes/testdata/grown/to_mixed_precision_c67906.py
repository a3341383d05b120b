# RUN: ToMixedPrecision
# Shows a mutant of passes/relax/to_mixed_precision.cc (comparison): dtype == DType::Float(16)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            lv3: R.Tensor((4,), dtype="float32") = R.stack((R.const(340282346638528859811704183484516925440.0, "float32"), R.const(-1.8760322332382202, "float32"), R.const(1.0, "float32"), R.const(-0.86626183986663818, "float32")), axis=0)
            R.output(lv3)
        return lv3
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            lv3: R.Tensor((4,), dtype="float32") = R.stack((R.const(340282346638528859811704183484516925440.0, "float32"), R.const(-1.8760322332382202, "float32"), R.const(1.0, "float32"), R.const(-0.86626183986663818, "float32")), axis=0)
            R.output(lv3)
        return lv3
