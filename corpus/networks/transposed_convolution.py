# A decoder: a transposed convolution, its bias and a cut to size.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 3, 4, 4), "float32"), w: R.Tensor((3, 2, 3, 3), "float32"), b: R.Tensor((2,), "float32")):
        with R.dataflow():
            a = R.nn.conv2d_transpose(x, w, strides=[2, 2], padding=[1, 1, 1, 1], output_padding=[1, 1])
            c = R.add(a, R.reshape(b, R.shape([1, 2, 1, 1])))
            d = R.strided_slice(c, axes=[2, 3], begin=[1, 1], end=[7, 7])
            e = R.sigmoid(d)
            f = R.nn.max_pool2d(e, pool_size=[2, 2], strides=[2, 2])
            R.output(f)
        return f
