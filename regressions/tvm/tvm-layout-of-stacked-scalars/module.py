# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((3,), dtype="int32"):
        with R.dataflow():
            lv1: R.Tensor((3,), dtype="int32") = R.stack((R.const(4, "int32"), R.const(3, "int32"), R.const(4, "int32")), axis=0)
            R.output(lv1)
        return lv1
