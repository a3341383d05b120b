# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor(("n", 1, 1, 1), dtype="float32")) -> R.Tensor(("n", 1, 1, 1), dtype="float32"):
        n = T.int64()
        y0: R.Tensor((n, 1, 1, 1), dtype="float32") = R.nn.max_pool2d(x0, pool_size=[2, 2], strides=[2, 2], dilation=[1, 1], padding=[1, 1, 1, 1], ceil_mode=False, count_include_pad=False, layout="NCHW", out_layout="NCHW")
        return y0
