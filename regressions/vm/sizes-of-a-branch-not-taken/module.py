# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="float32"), x1: R.Tensor(dtype="float32", ndim=2), x2: R.Tensor(("n", 1), dtype="float32"), x3: R.Tensor(("n",), dtype="float32"), x4: R.Tensor(("n", 1), dtype="bool"), x5: R.Tensor((), dtype="bool"), x6: R.Tensor((1,), dtype="float32"), x7: R.Tensor((1,), dtype="int32"), x8: R.Tensor((1,), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        if x5:
            gv5: R.Tensor((n, 1), dtype="float32") = R.nn.layer_norm(x2, x6, x6, axes=[1], epsilon=0.25, center=True, scale=True)
            gv6: R.Tensor((n,), dtype="float32") = x3
            gv10: R.Tensor((n,), dtype="float32") = gv6
        else:
            gv7: R.Tensor((n, 1), dtype="bool") = R.reverse_sequence(x4, x7, seq_axis=1, batch_axis=0)
            gv8: R.Tensor((n, 1), dtype="float32") = R.nn.group_norm(x2, x8, x8, num_groups=1, channel_axis=1, axes=[0], epsilon=1.0000000000000001e-05, center=True, scale=True)
            gv9: R.Tensor((n,), dtype="float32") = x3
            gv10: R.Tensor((n,), dtype="float32") = gv9
        return gv10
