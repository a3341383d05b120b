# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 1, 1, 2), dtype="int32")) -> R.Tensor((1, 1, 1, 1, 1), dtype="int32"):
        gv: R.Tensor((1, 1, 1, 1, 1), dtype="int32") = R.nn.avg_pool3d(x, pool_size=[1, 1, 2], strides=[1, 1, 1], dilation=[1, 1, 1], padding=[0, 0, 0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout="NCDHW", out_layout="NCDHW")
        return gv
