# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x8: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        gv10 = R.call_dps_packed("test.identity_dps", (x8,), out_ty=R.Tensor((1, 1), dtype="float32"))
        return gv10
