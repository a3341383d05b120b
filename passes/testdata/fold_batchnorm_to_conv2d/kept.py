# RUN: FoldBatchnormToConv2D
# Not folded: another axis, statistics that are no constants, a scale that does not count, channels elsewhere.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, 1, 1), "float32"), m: R.Tensor((1,), "float32")) -> R.Tensor((1, 1, 1, 1), "float32"):
        with R.dataflow():
            a = R.nn.conv2d(x, R.const([[[[1.0]], [[2.0]]]], "float32"))
            b = R.nn.batch_norm(a, R.const([3.0], "float32"), R.const([4.0], "float32"), R.const([5.0], "float32"), R.const([6.0], "float32"), axis=2)
            c = b[0]
            d = R.nn.batch_norm(a, R.const([3.0], "float32"), R.const([4.0], "float32"), m, R.const([6.0], "float32"), axis=1)
            e = d[0]
            f = R.nn.batch_norm(a, R.const([3.0], "float32"), R.const([4.0], "float32"), R.const([5.0], "float32"), R.const([6.0], "float32"), axis=1, scale=False)
            g = f[0]
            h = R.add(c, e)
            i = R.add(h, g)
            R.output(i)
        return i

    @R.function
    def channels_last(x: R.Tensor((1, 2, 1, 1), "float32")) -> R.Tensor((1, 2, 1, 1), "float32"):
        with R.dataflow():
            a = R.nn.conv2d(x, R.const([[[[2.0]]]], "float32"), data_layout="NHWC", kernel_layout="OHWI")
            b = R.nn.batch_norm(a, R.const([3.0, 1.0], "float32"), R.const([4.0, 1.0], "float32"), R.const([5.0, 1.0], "float32"), R.const([6.0, 1.0], "float32"), axis=1)
            c = b[0]
            R.output(c)
        return c

    @R.function
    def in_groups(x: R.Tensor((1, 2, 1, 1), "float32")) -> R.Tensor((1, 2, 1, 1), "float32"):
        with R.dataflow():
            a = R.nn.conv2d(x, R.const([[[[2.0]], [[3.0]]]], "float32"), groups=2, data_layout="NCHW", kernel_layout="IOHW")
            b = R.nn.batch_norm(a, R.const([3.0, 1.0], "float32"), R.const([4.0, 1.0], "float32"), R.const([5.0, 1.0], "float32"), R.const([6.0, 1.0], "float32"), axis=1)
            c = b[0]
            R.output(c)
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def channels_last(x: R.Tensor((1, 2, 1, 1), dtype="float32")) -> R.Tensor((1, 2, 1, 1), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((1, 2, 1, 1), dtype="float32") = R.nn.conv2d(x, R.const([[[[2.0]]]], "float32"), strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NHWC", kernel_layout="OHWI", out_layout="NHWC", out_dtype=None)
            b: R.Tuple(R.Tensor((1, 2, 1, 1), dtype="float32"), R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.nn.batch_norm(a, R.const([3.0, 1.0], "float32"), R.const([4.0, 1.0], "float32"), R.const([5.0, 1.0], "float32"), R.const([6.0, 1.0], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
            c: R.Tensor((1, 2, 1, 1), dtype="float32") = b[0]
            R.output(c)
        return c

    @R.function
    def in_groups(x: R.Tensor((1, 2, 1, 1), dtype="float32")) -> R.Tensor((1, 2, 1, 1), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((1, 2, 1, 1), dtype="float32") = R.nn.conv2d(x, R.const([[[[2.0]], [[3.0]]]], "float32"), strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=2, data_layout="NCHW", kernel_layout="IOHW", out_layout="NCHW", out_dtype=None)
            b: R.Tuple(R.Tensor((1, 2, 1, 1), dtype="float32"), R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.nn.batch_norm(a, R.const([3.0, 1.0], "float32"), R.const([4.0, 1.0], "float32"), R.const([5.0, 1.0], "float32"), R.const([6.0, 1.0], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
            c: R.Tensor((1, 2, 1, 1), dtype="float32") = b[0]
            R.output(c)
        return c

    @R.function
    def main(x: R.Tensor((1, 2, 1, 1), dtype="float32"), m: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.conv2d(x, R.const([[[[1.0]], [[2.0]]]], "float32"), strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            b: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(a, R.const([3.0], "float32"), R.const([4.0], "float32"), R.const([5.0], "float32"), R.const([6.0], "float32"), axis=2, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
            c: R.Tensor((1, 1, 1, 1), dtype="float32") = b[0]
            d: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(a, R.const([3.0], "float32"), R.const([4.0], "float32"), m, R.const([6.0], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
            e: R.Tensor((1, 1, 1, 1), dtype="float32") = d[0]
            f: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(a, R.const([3.0], "float32"), R.const([4.0], "float32"), R.const([5.0], "float32"), R.const([6.0], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=False, momentum=0.10000000000000001, training=True)
            g: R.Tensor((1, 1, 1, 1), dtype="float32") = f[0]
            h: R.Tensor((1, 1, 1, 1), dtype="float32") = R.add(c, e)
            i: R.Tensor((1, 1, 1, 1), dtype="float32") = R.add(h, g)
            R.output(i)
        return i
