# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, 1, 1), dtype="float32")) -> R.Tensor((1, 2, 1, 1), dtype="float32"):
        a: R.Tensor((1, 2, 1, 1), dtype="float32") = R.nn.conv2d(x, R.const([[[[2.0]], [[3.0]]]], "float32"), strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=2, data_layout="NCHW", kernel_layout="IOHW", out_layout="NCHW", out_dtype=None)
        b: R.Tuple(R.Tensor((1, 2, 1, 1), dtype="float32"), R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.nn.batch_norm(a, R.const([3.0, 1.0], "float32"), R.const([4.0, 1.0], "float32"), R.const([5.0, 1.0], "float32"), R.const([6.0, 1.0], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
        lv: R.Tensor((1, 2, 1, 1), dtype="float32") = b[0]
        return lv
