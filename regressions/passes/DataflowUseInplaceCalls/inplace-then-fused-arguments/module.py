# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper_1(x1: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((2, 1, 1), dtype="float32"), R.Tensor((2, 1, 1), dtype="float32")):
        R.func_attr({"Primitive": True})
        with R.dataflow():
            lv1: R.Tensor((1, 1, 1), dtype="float32") = R.expand_dims(x1, axis=[0])
            lv5: R.Tensor((2, 1, 1), dtype="float32") = R.concat((lv1, lv1), axis=0)
            lv6: R.Tensor((2, 1, 1), dtype="float32") = R.add(lv5, lv5)
            R.output(lv1, lv6)
        return (lv6, lv6)

    @R.function
    def main(x1: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((2, 1, 1), dtype="float32"), R.Tensor((2, 1, 1), dtype="float32")):
        cls = Module
        lv9: R.Tuple(R.Tensor((2, 1, 1), dtype="float32"), R.Tensor((2, 1, 1), dtype="float32")) = cls.helper_1(x1)
        return lv9
