# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 3, 5, 1), dtype="float32"), x2: R.Tensor((1, 3, 1, 1), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((1, 3, 3, 1), dtype="float32"), R.Tuple(R.Tensor((1, 3, 3, 1), dtype="float32")))):
        with R.dataflow():
            lv0: R.Tensor((1, 3, 3, 1), dtype="float32") = R.nn.conv2d(x1, x2, strides=[1, 2], padding=[0, 2, 0, 1], dilation=[1, 1], groups=1, data_layout="NHWC", kernel_layout="HWIO", out_layout="NHWC", out_dtype=None)
            lv10: R.Tuple(R.Tensor((1, 3, 3, 1), dtype="float32"), R.Tuple(R.Tensor((1, 3, 3, 1), dtype="float32"))) = lv0, (lv0,)
            lv11: R.Tuple(R.Tuple(R.Tensor((1, 3, 3, 1), dtype="float32"), R.Tuple(R.Tensor((1, 3, 3, 1), dtype="float32")))) = (lv10,)
            R.output(lv11)
        return lv11
