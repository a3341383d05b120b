# RUN: DataflowUseInplaceCalls
# Results go into what is not read any more: not into parameters, constants, what a view or a tuple still shows, or what
# the block gives out; of two arguments into the last.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def chain(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
        with R.dataflow():
            a = R.add(x, y)
            b = R.multiply(x, y)
            c = R.add(a, b)
            d = R.nn.silu(c)
            e = R.subtract(d, x)
            t = (e, y)
            f = R.nn.relu(e)
            g = t[0]
            h = R.add(f, g)
            R.output(e, h)
        return (e, h)

    @R.function
    def twice(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.add(a, a)
            R.output(b)
        return b

    @R.function
    def views(x: R.Tensor((2, 3), dtype="float32"), n: R.Tensor((3,), dtype="float32")) -> R.Tensor((4, 1, 2, 3), dtype="float32"):
        with R.dataflow():
            e = R.exp(x)
            a = R.expand_dims(e, axis=[0])
            b = R.expand_dims(e, axis=[0])
            p = R.multiply(a, b)
            s = R.multiply(p, n)
            u = R.stack((p, s, s, s), axis=0)
            R.output(u)
        return u
