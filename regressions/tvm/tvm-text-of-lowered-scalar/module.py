# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((2, "n", 2), dtype="int8"), x1: R.Tensor((2, 6, "n + 1"), dtype="uint64"), x2: R.Tensor((1, "n", "n", "n"), dtype="float32"), x3: R.Tensor(("n",), dtype="float32"), x4: R.Tensor(("n",), dtype="float32"), x5: R.Tensor(("n",), dtype="float32"), x6: R.Tensor(("n", 4, 1), dtype="uint64"), x7: R.Tensor((1, "n", 1), dtype="float32"), x8: R.Tensor((), dtype="float32"), x9: R.Tensor(("n",), dtype="float32"), x10: R.Tensor((1, "n"), dtype="float32"), x11: R.Tensor(("n", 2, 1), dtype="float32"), x12: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="int64", ndim=1), R.Tensor(dtype="int64", ndim=1)), R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="int64", ndim=1), R.Tensor(dtype="int64", ndim=1))):
        n = T.int64()
        with R.dataflow():
            lv0: R.Tensor((2, 4, n + 1), dtype="uint64") = R.nn.avg_pool1d(x1, pool_size=[2], strides=[1], dilation=[2], padding=[0, 0], ceil_mode=False, count_include_pad=False, layout="NWC", out_layout="NWC")
            lv1: R.Tuple(R.Tensor((1, n, n, n), dtype="float32"), R.Tensor((n,), dtype="float32"), R.Tensor((n,), dtype="float32")) = R.nn.batch_norm(x2, x3, x4, x3, x4, axis=2, epsilon=0.25, center=False, scale=False, momentum=0.10000000000000001, training=False)
            lv2: R.Tensor((1, n, n, n), dtype="float32") = R.nn.group_norm(x2, x3, x5, num_groups=1, channel_axis=2, axes=[0, 3], epsilon=0.25, center=True, scale=True)
            lv3: R.Tensor((n, 4, 1), dtype="uint64") = R.nn.avg_pool1d(x6, pool_size=[1], strides=[2], dilation=[1], padding=[2, 2], ceil_mode=True, count_include_pad=False, layout="NWC", out_layout="NWC")
            lv4 = R.call_dps_packed("test.identity_dps", (x4,), out_ty=R.Tensor((n,), dtype="float32"))
            lv5: R.Tensor((n, 1), dtype="float32") = R.squeeze(x7, axis=[0])
            lv6: R.Tensor((n, 1), dtype="bool") = R.less(lv5, x8)
            lv7: R.Tensor((n,), dtype="float32") = R.nn.layer_norm(x4, lv4, x4, axes=[0], epsilon=0.25, center=True, scale=True)
            lv8: R.Tuple(R.Tensor((1, n, n, n), dtype="float32"), R.Tensor((n,), dtype="float32"), R.Tensor((n,), dtype="float32")) = R.nn.batch_norm(x2, lv4, x9, x5, x3, axis=2, epsilon=0.25, center=True, scale=False, momentum=0.10000000000000001, training=False)
            lv9: R.Tensor((2, 6, n + 1), dtype="uint64") = R.ewise_fma(x1, x1, x1)
            lv10: R.Tensor((1, n, 1), dtype="float32") = R.nn.layer_norm(x7, x10, x10, axes=[0, 1], epsilon=0.25, center=True, scale=True)
            lv11: R.Tensor((n, 2, 1), dtype="float32") = R.nn.layer_norm(x11, lv5, lv5, axes=[0, 2], epsilon=0.25, center=True, scale=True)
            lv12: R.Tensor((1, n, n, n), dtype="float32") = R.nn.group_norm(x2, x12, x12, num_groups=1, channel_axis=0, axes=[3], epsilon=1.0000000000000001e-05, center=True, scale=True)
            lv13: R.Tensor((), dtype="int64") = R.size(lv12)
            lv14: R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((n,), dtype="float32"), R.Tensor((n,), dtype="float32")) = R.nn.batch_norm(x4, lv4, lv7, x4, x9, axis=0, epsilon=1.0000000000000001e-05, center=True, scale=False, momentum=0.10000000000000001, training=False)
            lv15: R.Tensor((n, 2, 1), dtype="float32") = R.nn.group_norm(x11, x4, x4, num_groups=1, channel_axis=0, axes=[1, 2], epsilon=0.25, center=True, scale=True)
            lv16: R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="int64", ndim=1), R.Tensor(dtype="int64", ndim=1)) = R.unique(x3, False, True, False, True)
            R.output(lv3, lv7, lv10, lv15, lv16)
        return (lv16, lv16)
