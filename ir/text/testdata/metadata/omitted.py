# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((0, 2), dtype="uint8"), R.Tensor((), dtype="uint8"), R.Tensor((2,), dtype="bool")):
        gv: R.Tensor((2, 3), dtype="float32") = R.add(x, metadata["relax.expr.Constant"][0])
        gv1: R.Tensor((2, 3), dtype="float32") = R.multiply(gv, R.const(2.0, "float32"))
        gv2: R.Tensor((2, 2), dtype="float32") = R.take(gv1, metadata["relax.expr.Constant"][1], axis=1, mode="fast")
        gv3: R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((0, 2), dtype="uint8"), R.Tensor((), dtype="uint8"), R.Tensor((2,), dtype="bool")) = gv2, metadata["relax.expr.Constant"][2], metadata["relax.expr.Constant"][3], metadata["relax.expr.Constant"][4]
        return gv3

# Metadata omitted. Use show_meta=True in script() method to show it.
