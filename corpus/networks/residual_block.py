# ResNet: two convolutions with their normalisation, and the way around them.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 4, 8, 8), "float32"), w1: R.Tensor((4, 4, 3, 3), "float32"), w2: R.Tensor((4, 4, 3, 3), "float32"), gamma: R.Tensor((4,), "float32"), beta: R.Tensor((4,), "float32"), mean: R.Tensor((4,), "float32"), var: R.Tensor((4,), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            positive = R.abs(var)
            a = R.nn.conv2d(x, w1, padding=[1, 1, 1, 1])
            n1 = R.nn.batch_norm(a, gamma, beta, mean, positive, axis=1, epsilon=0.001, training=False)
            b = n1[0]
            c = R.nn.relu(b)
            d = R.nn.conv2d(c, w2, padding=[1, 1, 1, 1])
            n2 = R.nn.batch_norm(d, gamma, beta, mean, positive, axis=1, epsilon=0.001, training=False)
            e = n2[0]
            f = R.add(e, x)
            g = R.nn.relu(f)
            h = R.nn.adaptive_avg_pool2d(g, output_size=[1, 1])
            i = R.reshape(h, R.shape([1, 4]))
            R.output(i)
        return i
