# Two steps of an LSTM cell, which share their weights.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 4), "float32"), h0: R.Tensor((3, 4), "float32"), c0: R.Tensor((3, 4), "float32"), wx: R.Tensor((4, 16), "float32"), wh: R.Tensor((4, 16), "float32"), b: R.Tensor((16,), "float32")):
        with R.dataflow():
            steps = R.split(x, 2, axis=0)
            x0 = R.squeeze(steps[0], axis=[0])
            g0 = R.add(R.add(R.matmul(x0, wx), R.matmul(h0, wh)), b)
            p0 = R.split(g0, 4, axis=1)
            i0 = R.sigmoid(p0[0])
            f0 = R.sigmoid(p0[1])
            o0 = R.sigmoid(p0[2])
            n0 = R.tanh(p0[3])
            c1 = R.add(R.multiply(f0, c0), R.multiply(i0, n0))
            h1 = R.multiply(o0, R.tanh(c1))
            x1 = R.squeeze(steps[1], axis=[0])
            g1 = R.add(R.add(R.matmul(x1, wx), R.matmul(h1, wh)), b)
            p1 = R.split(g1, 4, axis=1)
            i1 = R.sigmoid(p1[0])
            f1 = R.sigmoid(p1[1])
            o1 = R.sigmoid(p1[2])
            n1 = R.tanh(p1[3])
            c2 = R.add(R.multiply(f1, c1), R.multiply(i1, n1))
            h2 = R.multiply(o1, R.tanh(c2))
            all = R.stack((h1, h2), axis=0)
            R.output(all, h2, c2)
        return (all, (h2, c2))
