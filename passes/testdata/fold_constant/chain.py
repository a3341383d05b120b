# RUN: FoldConstant
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((64, 64), dtype="float32")):
        with R.dataflow():
            a = R.add(R.const(1.0, "float32"), R.const(2.0, "float32"))
            b = R.zeros(R.shape([2, 2]), dtype="float32")
            c = R.add(b, a)
            s = R.shape([2, 2])
            d = R.reshape(x, s)
            e = R.add(c, d)
            z = R.zeros(R.shape([64, 64]), dtype="float32")
            R.output(e, z)
        f = R.add(R.const(1.0, "float32"), R.const(2.0, "float32"))
        return (e, z)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((64, 64), dtype="float32")):
        with R.dataflow():
            d: R.Tensor((2, 2), dtype="float32") = R.reshape(x, R.shape([2, 2]))
            e: R.Tensor((2, 2), dtype="float32") = R.add(R.const([[3.0, 3.0], [3.0, 3.0]], "float32"), d)
            z: R.Tensor((64, 64), dtype="float32") = R.zeros(R.shape([64, 64]), dtype="float32")
            R.output(e, z)
        return (e, z)
