# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, 1), dtype="int8"), y: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        if R.const(False, "bool"):
            gv_1: R.Tensor((2, 1), dtype="int8") = R.squeeze(x, axis=[0])
            gv: R.Tensor(dtype="int8", ndim=2) = gv_1
        else:
            gv_2: R.Tensor((2, 1), dtype="int8") = R.squeeze(x, axis=[0])
            cast: R.Tensor((1, 1), dtype="int8") = R.match_cast(gv_2, R.Tensor((1, 1), dtype="int8"))
            gv: R.Tensor(dtype="int8", ndim=2) = cast
        return y
