# A gated perceptron: two products of one value, with weights as they are stored by rows.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), g: R.Tensor((6, 4), "float32"), u: R.Tensor((6, 4), "float32"), d: R.Tensor((4, 6), "float32"), norm: R.Tensor((4,), "float32")):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.rms_norm(x, norm, axes=[-1], epsilon=1e-05)
            gt = R.permute_dims(g)
            gate = R.matmul(a, gt)
            ut = R.permute_dims(u)
            up = R.matmul(a, ut)
            h = R.multiply(R.nn.silu(gate), up)
            dt = R.permute_dims(d)
            down = R.matmul(h, dt)
            y = R.add(down, x)
            R.output(y)
        return y
