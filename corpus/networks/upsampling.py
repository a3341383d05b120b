# Diffusion: groups are normalised, the picture grows, a skipped one is joined.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 4, 3, 3), "float32"), skip: R.Tensor((1, 4, 6, 6), "float32"), gamma: R.Tensor((4,), "float32"), beta: R.Tensor((4,), "float32"), w: R.Tensor((4, 8, 3, 3), "float32"), t: R.Tensor((1, 4), "float32")):
        with R.dataflow():
            a = R.nn.group_norm(x, gamma, beta, num_groups=2, channel_axis=1, axes=[2, 3], epsilon=1e-05)
            b = R.nn.silu(a)
            c = R.image.resize2d(b, R.shape([6, 6]), layout="NCHW", method="nearest_neighbor", coordinate_transformation_mode="asymmetric", rounding_method="floor")
            d = R.concat((c, skip), axis=1)
            e = R.nn.conv2d(d, w, padding=[1, 1, 1, 1])
            f = R.add(e, R.reshape(t, R.shape([1, 4, 1, 1])))
            g = R.nn.gelu(f)
            R.output(g)
        return g
