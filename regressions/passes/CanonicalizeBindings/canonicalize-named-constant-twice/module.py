# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            lv3: R.Tensor((1,), dtype="float32") = R.const([-3.0], "float32")
            R.output(lv3)
        return lv3
