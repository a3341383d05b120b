# RUN: CombineParallelMatmul
# Where branches are combined, the function is tidied; behind branches that cannot be, no others are looked for.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def combined(x: R.Tensor((2, 3), dtype="float32"), a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((3, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
        with R.dataflow():
            unused = R.nn.relu(x)
            c = R.matmul(x, a)
            d = R.matmul(x, b)
            e = R.nn.relu(x)
            R.output(c, d, e)
        return (c, d, e)

    @R.function
    def left(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32"), a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((5, 3, 4), dtype="float32"), c: R.Tensor((3, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((5, 2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 2), dtype="float32")):
        with R.dataflow():
            d = R.matmul(x, a)
            e = R.matmul(x, b)
            f = R.matmul(y, a)
            g = R.matmul(y, c)
            R.output(d, e, f, g)
        return (d, e, f, g)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def combined(x: R.Tensor((2, 3), dtype="float32"), a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((3, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
        with R.dataflow():
            e: R.Tensor((2, 3), dtype="float32") = R.nn.relu(x)
            lv: R.Tensor((3, 8), dtype="float32") = R.concat((a, b), axis=1)
            lv_1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
            lv_2: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(lv_1, indices_or_sections=[4], axis=1)
            c: R.Tensor((2, 4), dtype="float32") = lv_2[0]
            d: R.Tensor((2, 4), dtype="float32") = lv_2[1]
            R.output(e, c, d)
        return (c, d, e)

    @R.function
    def left(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32"), a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((5, 3, 4), dtype="float32"), c: R.Tensor((3, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((5, 2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 2), dtype="float32")):
        with R.dataflow():
            d: R.Tensor((2, 4), dtype="float32") = R.matmul(x, a, out_dtype=None)
            e: R.Tensor((5, 2, 4), dtype="float32") = R.matmul(x, b, out_dtype=None)
            f: R.Tensor((2, 4), dtype="float32") = R.matmul(y, a, out_dtype=None)
            g: R.Tensor((2, 2), dtype="float32") = R.matmul(y, c, out_dtype=None)
            R.output(d, e, f, g)
        return (d, e, f, g)
