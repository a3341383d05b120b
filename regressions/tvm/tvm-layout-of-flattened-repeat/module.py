# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, 2, 2), dtype="float32"), w: R.Tensor((2, 2, 1, 1), dtype="float32")) -> R.Tensor((8,), dtype="float32"):
        with R.dataflow():
            gv: R.Tensor((1, 2, 2, 2), dtype="float32") = R.nn.conv2d(x, w, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="float32")
            gv2: R.Tensor((8,), dtype="float32") = R.repeat(gv, repeats=1, axis=None)
            R.output(gv2)
        return gv2
