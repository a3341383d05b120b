# RUN: FoldConstant
# Shows a mutant of passes/relax/fold_constant.cc (comparison): tuple == nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        with R.dataflow():
            lv3: R.Tensor((1,), dtype="float32") = R.full(R.shape([1]), R.const(1, "int16"), dtype="float32")
            lv6: R.Tensor((1, 1), dtype="float32") = R.ones(R.shape([1, 1]), dtype="float32")
            lv9: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(lv6, lv3, lv3, lv3, lv3, axis=1, epsilon=1.0000000000000001e-05, center=False, scale=False, momentum=0.10000000000000001, training=True)
            R.output(lv3, lv9)
        return lv9
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        with R.dataflow():
            lv9: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.const([[0.0]], "float32"), R.const([1.0], "float32"), R.const([0.89999997615814209], "float32")
            R.output(lv9)
        return lv9
