# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="uint8"):
        R.func_attr({"relax.force_pure": True})
        gv3: R.Tensor((1, 1, 1), dtype="uint8") = R.wrap_param(x0, dtype="uint8")
        return gv3
