from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 1), dtype="float32")) -> R.Tensor((2, 1), dtype="float32"):
        gv: R.Tensor((2, 1)) = R.reshape(x, R.shape([2, 1]))
        cast: R.Tensor((2, 1), dtype="float32") = R.match_cast(gv, R.Tensor((2, 1), dtype="float32"))
        return cast
