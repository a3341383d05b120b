# RUN: ReorderPermuteDimsAfterConcat
# What is permuted goes by another name, inside of a dataflow block and outside.
from tvm.script import ir as I, relax as R, tirx as T
@I.ir_module
class Module:
    @R.function
    def inside(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((4, 3), dtype="float32")):
        with R.dataflow():
            a = R.permute_dims(x)
            b = a
            c = R.permute_dims(y, axes=[1, 0])
            d = R.concat((b, c), axis=1)
            R.output(d)
        return d

    @R.function
    def outside(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")):
        a = R.permute_dims(x, axes=[1, 0])
        b = a
        c = b
        d = R.permute_dims(y, axes=[1, 0])
        e = R.concat((c, d), axis=0)
        return (e, b)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def inside(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((4, 3), dtype="float32")) -> R.Tensor((3, 6), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((6, 3), dtype="float32") = R.concat((x, y), axis=0)
            d: R.Tensor((3, 6), dtype="float32") = R.permute_dims(lv, axes=None)
            R.output(d)
        return d

    @R.function
    def outside(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((6, 2), dtype="float32"), R.Tensor((3, 2), dtype="float32")):
        a: R.Tensor((3, 2), dtype="float32") = R.permute_dims(x, axes=[1, 0])
        gv: R.Tensor((2, 6), dtype="float32") = R.concat((x, y), axis=1)
        e: R.Tensor((6, 2), dtype="float32") = R.permute_dims(gv, axes=[1, 0])
        return (e, a)
