# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((2, "n"), dtype="float32"), x2: R.Tensor((), dtype="bool"), x3: R.Tensor((2, 1, 1, 2, 2), dtype="float32")) -> R.Tensor((2, "n"), dtype="float32"):
        n = T.int64()
        if x2:
            gv2: R.Tensor((2, 1, 1, 1, 2), dtype="float32") = R.nn.adaptive_avg_pool3d(x3, output_size=[1, 1, 2], layout="NCDHW", out_layout="NCDHW")
            gv3: R.Tensor((2, n), dtype="float32") = R.negative(x1)
            gv5: R.Tensor((2, n), dtype="float32") = gv3
        else:
            gv4: R.Tensor((2, n), dtype="float32") = x1
            gv5: R.Tensor((2, n), dtype="float32") = gv4
        return gv5
