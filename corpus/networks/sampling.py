# From logits to candidates: the greatest, their shares and running sums.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(logits: R.Tensor(("b", 16), "float32"), temperature: R.Tensor((), "float32")):
        b = T.int64()
        with R.dataflow():
            t = R.maximum(temperature, R.const(0.1, "float32"))
            p = R.nn.softmax(R.divide(logits, t), axis=-1)
            top = R.topk(p, k=4, axis=-1, ret_type="both", largest=True, dtype="int64")
            v = top[0]
            i = top[1]
            running = R.cumsum(v, axis=-1)
            kept = R.less_equal(running, R.const(0.9, "float32"))
            w = R.where(kept, v, R.zeros_like(v))
            best = R.argmax(logits, axis=-1)
            order = R.argsort(logits, axis=-1, descending=True, dtype="int32")
            R.output(i, w, best, order)
        return (i, w, best, order)
