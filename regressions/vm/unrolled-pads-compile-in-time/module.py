# from tvm.script import ir as I
# from tvm.script import relax as R
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("m", 2, 6, 3, 3), dtype="float32"), w: R.Tensor((2, 2, 3, 2, 2), dtype="float32")) -> R.Tensor(("m", 2, 3, 3, 4), dtype="float32"):
        m = T.int64()
        gv: R.Tensor((m, 2, 3, 3, 4), dtype="float32") = R.nn.conv3d(x, w, strides=[1, 1, 1], padding=[1, 2, 2, 0, 0, 1], dilation=[2, 2, 2], groups=1, data_layout="NCDHW", kernel_layout="OIDHW", out_layout="NCDHW", out_dtype=None)
        return gv
