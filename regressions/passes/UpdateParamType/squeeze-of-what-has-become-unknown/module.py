# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((1, 1, 2), dtype="uint4")) -> R.Tensor((2,), dtype="uint4"):
        gv4: R.Tensor((2,), dtype="uint4") = R.squeeze(x4, axis=[0, 1, 2])
        return gv4
