# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_twice_beside(d: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return d

    @R.function(private=True)
    def fused_twice_beside_twice_beside(x: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        return (x, x)

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = cls.fused_twice_beside_twice_beside(x)
            d: R.Tensor((1,), dtype="float32") = lv[1]
            f: R.Tensor((1,), dtype="float32") = cls.fused_twice_beside(d)
            R.output(f)
        return f
