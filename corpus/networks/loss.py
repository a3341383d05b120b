# Two layers and their loss, to be differentiated.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 4), "float32"), w1: R.Tensor((4, 5), "float32"), b1: R.Tensor((5,), "float32"), w2: R.Tensor((5, 2), "float32"), b2: R.Tensor((2,), "float32"), y: R.Tensor((3,), "int64")):
        with R.dataflow():
            h = R.nn.relu(R.add(R.matmul(x, w1), b1))
            o = R.add(R.matmul(h, w2), b2)
            p = R.nn.log_softmax(o, axis=-1)
            label = R.floor_mod(y, R.const(2, "int64"))
            hot = R.one_hot(label, R.prim_value(T.float32(1)), R.prim_value(T.float32(0)), depth=2, axis=-1)
            l = R.negative(R.sum(R.multiply(p, hot)))
            decay = R.multiply(R.const(0.01, "float32"), R.add(R.sum(R.multiply(w1, w1)), R.sum(R.multiply(w2, w2))))
            loss = R.add(l, decay)
            R.output(loss)
        return loss
