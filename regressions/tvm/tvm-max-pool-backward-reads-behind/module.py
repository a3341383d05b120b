# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 2, 1), dtype="float32"), y: R.Tensor((1, 1, 3, 2), dtype="float32")) -> R.Tensor((1, 1, 3, 2), dtype="float32"):
        gv: R.Tensor((1, 1, 3, 2), dtype="float32") = R.grad.max_pool2d_backward(x, y, pool_size=[2, 2], strides=[1, 1], dilation=[1, 1], padding=[0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout="NCHW", out_layout="NCHW")
        return gv
