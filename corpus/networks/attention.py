# Scaled attention over heads, with a mask, of a sequence of any length.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 8), "float32"), wq: R.Tensor((8, 8), "float32"), wk: R.Tensor((8, 8), "float32"), wv: R.Tensor((8, 8), "float32"), wo: R.Tensor((8, 8), "float32"), mask: R.Tensor(("n", "n"), "bool")):
        n = T.int64()
        with R.dataflow():
            q = R.matmul(x, wq)
            k = R.matmul(x, wk)
            v = R.matmul(x, wv)
            qh = R.permute_dims(R.reshape(q, R.shape([n, 2, 4])), axes=[1, 0, 2])
            kh = R.permute_dims(R.reshape(k, R.shape([n, 2, 4])), axes=[1, 2, 0])
            vh = R.permute_dims(R.reshape(v, R.shape([n, 2, 4])), axes=[1, 0, 2])
            s = R.multiply(R.matmul(qh, kh), R.const(0.5, "float32"))
            m = R.where(mask, s, R.const(-10000.0, "float32"))
            p = R.nn.softmax(m, axis=-1)
            o = R.matmul(p, vh)
            c = R.reshape(R.permute_dims(o, axes=[1, 0, 2]), R.shape([n, 8]))
            y = R.add(R.matmul(c, wo), x)
            R.output(y)
        return y
