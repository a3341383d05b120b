# Detection: offsets and anchors become corners, the weak ones are masked.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(offsets: R.Tensor(("n", 4), "float32"), anchors: R.Tensor(("n", 4), "float32"), scores: R.Tensor(("n", 3), "float32")):
        n = T.int64()
        with R.dataflow():
            o = R.split(offsets, [2], axis=1)
            a = R.split(anchors, [2], axis=1)
            center = R.add(R.multiply(o[0], a[1]), a[0])
            size = R.multiply(R.exp(R.minimum(o[1], R.const(4.0, "float32"))), a[1])
            half = R.multiply(size, R.const(0.5, "float32"))
            corners = R.concat((R.subtract(center, half), R.add(center, half)), axis=1)
            s = R.sigmoid(scores)
            best = R.max(s, axis=[1], keepdims=True)
            kind = R.argmax(s, axis=1)
            strong = R.greater(best, R.const(0.5, "float32"))
            y = R.where(strong, corners, R.zeros_like(corners))
            R.output(y, kind)
        return (y, kind)
