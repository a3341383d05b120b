# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), y: R.Tensor(("m",), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor((), dtype="float32")):
        n = T.int64()
        m = T.int64()
        k = T.int64()
        if c:
            y1: R.Tensor((k,), dtype="float32") = R.match_cast(x, R.Tensor((k,), dtype="float32"))
            z: R.Tensor((k,), dtype="float32") = R.add(y1, y1)
            w_then: R.Tensor((), dtype="float32") = R.sum(z, axis=None, keepdims=False)
            w: R.Tensor((), dtype="float32") = w_then
        else:
            w_else: R.Tensor((), dtype="float32") = R.sum(x, axis=None, keepdims=False)
            w: R.Tensor((), dtype="float32") = w_else
        y2: R.Tensor((k,), dtype="float32") = R.match_cast(y, R.Tensor((k,), dtype="float32"))
        z2: R.Tensor((k,), dtype="float32") = R.multiply(y2, y2)
        return (z2, w)
