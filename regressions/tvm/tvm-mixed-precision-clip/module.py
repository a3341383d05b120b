# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            lv9: R.Tensor((1,), dtype="float32") = R.stack((R.const(0.75, "float32"),), axis=0)
            lv15: R.Tensor((1,), dtype="float32") = R.clip(lv9, 0, 5)
            R.output(lv15)
        return lv15
