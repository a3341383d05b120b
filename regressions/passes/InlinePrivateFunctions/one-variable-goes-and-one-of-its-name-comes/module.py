# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper() -> R.Tensor((1, 1), dtype="float64"):
        gv0: R.Tensor((1, 1), dtype="float64") = R.full(R.shape([1, 1]), R.const(1.75, "float64"), dtype="float64")
        return gv0

    @R.function
    def main() -> R.Tensor((1, 1), dtype="float64"):
        cls = Module
        gv0: R.Tensor((1, 1, 1, 1, 1), dtype="float32") = R.full(R.shape([1, 1, 1, 1, 1]), R.const(-1.8390494585037231, "float32"), dtype="float32")
        gv2: R.Tensor((1, 1), dtype="float64") = cls.helper()
        return gv2
