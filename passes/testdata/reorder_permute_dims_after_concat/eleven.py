# RUN: ReorderPermuteDimsAfterConcat
# Eleven operands change places with their concatenation, twelve do not.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((33, 2), dtype="float32"), R.Tensor((36, 2), dtype="float32")):
        with R.dataflow():
            a0 = R.permute_dims(x, axes=[1, 0])
            a1 = R.permute_dims(x, axes=[1, 0])
            a2 = R.permute_dims(x, axes=[1, 0])
            a3 = R.permute_dims(x, axes=[1, 0])
            a4 = R.permute_dims(x, axes=[1, 0])
            a5 = R.permute_dims(x, axes=[1, 0])
            a6 = R.permute_dims(x, axes=[1, 0])
            a7 = R.permute_dims(x, axes=[1, 0])
            a8 = R.permute_dims(x, axes=[1, 0])
            a9 = R.permute_dims(x, axes=[1, 0])
            a10 = R.permute_dims(x, axes=[1, 0])
            a11 = R.permute_dims(x, axes=[1, 0])
            b = R.concat((a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10), axis=0)
            c = R.concat((a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11), axis=0)
            R.output(b, c)
        return (b, c)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((33, 2), dtype="float32"), R.Tensor((36, 2), dtype="float32")):
        with R.dataflow():
            a0: R.Tensor((3, 2), dtype="float32") = R.permute_dims(x, axes=[1, 0])
            lv: R.Tensor((2, 33), dtype="float32") = R.concat((x, x, x, x, x, x, x, x, x, x, x), axis=1)
            b: R.Tensor((33, 2), dtype="float32") = R.permute_dims(lv, axes=[1, 0])
            c: R.Tensor((36, 2), dtype="float32") = R.concat((a0, a0, a0, a0, a0, a0, a0, a0, a0, a0, a0, a0), axis=0)
            R.output(b, c)
        return (b, c)
