# MobileNet: one by one, depthwise, one by one, with clipping between.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4, 7, 7), "float32"), expand: R.Tensor((8, 4, 1, 1), "float32"), depth: R.Tensor((8, 1, 3, 3), "float32"), project: R.Tensor((4, 8, 1, 1), "float32"), bias: R.Tensor((8,), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.nn.conv2d(x, expand)
            b = R.add(a, R.reshape(bias, R.shape([1, 8, 1, 1])))
            c = R.clip(b, R.prim_value(0), R.prim_value(6))
            d = R.nn.conv2d(c, depth, padding=[1, 1, 1, 1], groups=8)
            e = R.add(d, R.reshape(bias, R.shape([1, 8, 1, 1])))
            f = R.clip(e, R.prim_value(0), R.prim_value(6))
            g = R.nn.conv2d(f, project)
            h = R.add(g, x)
            i = R.mean(h, axis=[2, 3])
            R.output(i)
        return i
