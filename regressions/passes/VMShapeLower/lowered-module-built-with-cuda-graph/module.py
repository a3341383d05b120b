# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def several(x: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        y: R.Tensor((1,), dtype="float32") = R.negative(x)
        z: R.Tensor((1,), dtype="float32") = R.negative(x)
        w: R.Tensor((1,), dtype="float32") = R.add(y, z)
        return (y, z, w)

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        cls = Module
        t: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = cls.several(x)
        y: R.Tensor((1,), dtype="float32") = t[1]
        s: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = cls.several(y)
        return s
