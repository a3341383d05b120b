# RUN: ToMixedPrecision
# Shows a mutant of passes/relax/to_mixed_precision.cc (negation): !IsShortened(type, bits)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((), dtype="float32"))):
        gv0: R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((), dtype="float32"))) = x0, x0, (x0,)
        return gv0

    @R.function
    def main(x2: R.Tensor((), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((), dtype="float32"))):
        cls = Module
        with R.dataflow():
            lv4: R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((), dtype="float32"))) = cls.helper(x2)
            R.output(lv4)
        return lv4
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((), dtype="float32"))):
        gv0: R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((), dtype="float32"))) = x0, x0, (x0,)
        return gv0

    @R.function
    def main(x2: R.Tensor((), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((), dtype="float32"))):
        cls = Module
        with R.dataflow():
            lv4: R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((), dtype="float32"))) = cls.helper(x2)
            R.output(lv4)
        return lv4
