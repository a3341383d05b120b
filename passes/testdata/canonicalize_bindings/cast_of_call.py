# RUN: CanonicalizeBindings
# The call that takes the place of a variable in a cast has its own type, of which the variable said less.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        return x0

    @R.function
    def main(x6: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        with R.dataflow():
            lv6: R.Tensor(dtype="int8", ndim=1) = Module.helper(x6)
            lv9: R.Tensor((1,), dtype="int8") = R.match_cast(lv6, R.Tensor((1,), dtype="int8"))
            R.output(lv9)
        return lv9
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        return x0

    @R.function
    def main(x6: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        cls = Module
        with R.dataflow():
            lv9: R.Tensor((1,), dtype="int8") = R.match_cast(cls.helper(x6), R.Tensor((1,), dtype="int8"))
            R.output(lv9)
        return lv9
