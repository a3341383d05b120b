# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((1, 1, 1, 1, 1), dtype="int16")) -> R.Tensor((1, 1, 1, 1, 1), dtype="int16"):
        gv8: R.Tensor((1, 1, 1, 1, 1), dtype="int16") = R.image.resize3d(x6, R.shape([1, 1, 1]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout="NCDHW", method="linear", coordinate_transformation_mode="align_corners", rounding_method="round_prefer_ceil", cubic_alpha=-0.75, cubic_exclude=1, extrapolation_value=0.0, out_dtype=None)
        return gv8
