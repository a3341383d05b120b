# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor(dtype="bfloat16", ndim=4)) -> R.Tensor((1, 1, 1, 1), dtype="bfloat16"):
        gv: R.Tensor((1, 1, 1, 1), dtype="bfloat16") = R.call_pure_packed("test.identity", x0, ty_args=(R.Tensor((1, 1, 1, 1), dtype="bfloat16"),))
        gv_1: R.Tensor((1, 1, 1, 1), dtype="bfloat16") = R.flip(gv, axis=2)
        return gv_1
