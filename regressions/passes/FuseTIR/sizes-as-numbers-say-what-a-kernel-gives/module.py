# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(private=True)
    def helper_1(m: T.int64, x0: R.Tensor((m + 1, 1, 2, 2), dtype="uint32", vdevice="llvm:0:global")) -> R.Tensor((m + 1, 1, 2, 2), dtype="uint32", vdevice="llvm:0:global"):
        R.func_attr({"Primitive": True})
        gv0: R.Tensor((m + 1, 1, 2, 2), dtype="uint32", vdevice="llvm:0:global") = R.image.resize2d(x0, R.shape([2, 2]), roi=[T.float32(0.0), T.float32(0.0), T.float32(0.0), T.float32(0.0)], layout="NCHW", method="linear", coordinate_transformation_mode="align_corners", rounding_method="round", cubic_alpha=-0.75, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None)
        return gv0

    @R.function
    def main(x4: R.Tensor((2, 1, 2, 2), dtype="uint32", vdevice="llvm:0:global")) -> R.Tensor(dtype="uint32", ndim=4, vdevice="llvm:0:global"):
        cls = Module
        gv6: R.Tensor(dtype="uint32", ndim=4, vdevice="llvm:0:global") = cls.helper_1(1, x4)
        return gv6
