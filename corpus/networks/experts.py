# Two experts and a router, whose shares weigh what they give.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function(private=True)
    def expert(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 4), "float32")) -> R.Tensor(("n", 4), "float32"):
        n = T.int64()
        with R.dataflow():
            y = R.nn.gelu_tanh(R.matmul(x, w))
            R.output(y)
        return y

    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), router: R.Tensor((4, 2), "float32"), w0: R.Tensor((4, 4), "float32"), w1: R.Tensor((4, 4), "float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            share = R.nn.softmax(R.matmul(x, router), axis=-1)
            parts = R.split(share, 2, axis=1)
            a = cls.expert(x, w0)
            b = cls.expert(x, w1)
            y = R.add(R.multiply(a, parts[0]), R.multiply(b, parts[1]))
            R.output(y)
        return y
