# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        gv5: R.Tensor((1,), dtype="float32") = R.full_like(x0, R.const(18446744073709551613, "uint64"), dtype="float32")
        return gv5
