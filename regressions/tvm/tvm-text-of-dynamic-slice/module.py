# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32"), gv0: R.Tensor((4,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=4):
        gv3: R.Tensor(dtype="float32", ndim=4) = R.dynamic_strided_slice(x1, gv0, gv0, gv0)
        return gv3
