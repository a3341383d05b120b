# An encoder: words become vectors, are normalised, and those that count are averaged.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(ids: R.Tensor(("n",), "int64"), table: R.Tensor((10, 4), "float32"), gamma: R.Tensor((4,), "float32"), beta: R.Tensor((4,), "float32")):
        n = T.int64()
        with R.dataflow():
            inside = R.clip(ids, R.prim_value(0), R.prim_value(9))
            e = R.take(table, inside, axis=0)
            l = R.nn.layer_norm(e, gamma, beta, axes=[-1], epsilon=1e-05)
            mask = R.astype(R.greater(ids, R.const(0, "int64")), "float32")
            wide = R.expand_dims(mask, axis=[1])
            total = R.sum(R.multiply(l, wide), axis=[0], keepdims=False)
            count = R.maximum(R.sum(mask), R.const(1.0, "float32"))
            y = R.divide(total, count)
            z = R.divide(y, R.sqrt(R.add(R.sum(R.multiply(y, y)), R.const(0.0001, "float32"))))
            R.output(z)
        return z
