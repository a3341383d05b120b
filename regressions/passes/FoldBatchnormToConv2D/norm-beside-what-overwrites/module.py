# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1), T.int64(1)), "uint16")):
        # with T.sblock("root"):
        with T.sblock("a0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.where(T.bool(False))
            T.reads(a0[v0, v1])
            T.writes(a0[v0, v1])
            a0[v0, v1] = T.uint16(0)

    @R.function(private=True)
    def helper(gv1: R.Tensor((1, 1), dtype="uint16")) -> R.Tensor((1, 1), dtype="uint16"):
        cls = Module
        gv2: R.Tensor((1, 1), dtype="uint16") = R.call_tir_inplace(cls.kernel_1, (gv1,), out_ty=R.Tensor((1, 1), dtype="uint16"), inplace_indices=[0])
        return gv2

    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        lv0: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.conv2d(x2, R.const([[[[2.5]]]], "float32"), strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
        lv1: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(lv0, R.const([2.25], "float32"), R.const([3.0], "float32"), R.const([2.5], "float32"), R.const([1.25], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
        lv2: R.Tensor((1, 1, 1, 1), dtype="float32") = lv1[0]
        return lv2
