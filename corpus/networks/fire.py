# SqueezeNet and Inception: two convolutions of one value, side by side.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 4, 6, 6), "float32"), s: R.Tensor((2, 4, 1, 1), "float32"), e1: R.Tensor((3, 2, 1, 1), "float32"), e3: R.Tensor((3, 2, 3, 3), "float32")):
        with R.dataflow():
            a = R.nn.relu(R.nn.conv2d(x, s))
            b = R.nn.relu(R.nn.conv2d(a, e1))
            c = R.nn.relu(R.nn.conv2d(a, e3, padding=[1, 1, 1, 1]))
            d = R.concat((b, c), axis=1)
            e = R.nn.avg_pool2d(d, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1], ceil_mode=True, count_include_pad=False)
            R.output(e)
        return e
