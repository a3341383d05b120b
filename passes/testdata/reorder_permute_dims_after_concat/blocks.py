# RUN: ReorderPermuteDimsAfterConcat
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((5, 4), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        with R.dataflow():
            c = R.permute_dims(a)
            d = R.permute_dims(b, axes=[1, 0])
            e = R.concat((c, d), axis=-1)
            R.output(c, d, e)
        f = R.concat((c, d), axis=1)
        return (e, f)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((5, 4), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
        with R.dataflow():
            c: R.Tensor((4, 3), dtype="float32") = R.permute_dims(a, axes=None)
            d: R.Tensor((4, 5), dtype="float32") = R.permute_dims(b, axes=[1, 0])
            lv: R.Tensor((8, 4), dtype="float32") = R.concat((a, b), axis=0)
            e: R.Tensor((4, 8), dtype="float32") = R.permute_dims(lv, axes=None)
            R.output(c, d, e)
        f: R.Tensor((4, 8), dtype="float32") = R.concat((c, d), axis=1)
        return (e, f)
