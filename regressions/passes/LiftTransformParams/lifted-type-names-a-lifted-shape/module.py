# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def other(x: R.Tensor((2,), dtype="float32"), s: R.Shape(["m"]), w: R.Tensor(("m",), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        m = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            w2: R.Tensor((m,), dtype="float32") = R.exp(w)
            s2: R.Shape([2, m]) = R.shape([2, m])
            z: R.Tensor(s2, dtype="float32") = R.broadcast_to(w2, s2)
            y: R.Tensor(s, dtype="float32") = R.zeros(s, dtype="float32")
            R.output(s2, z, y)
        return y

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), s: R.Shape(["m"]), w: R.Tensor(("m",), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        m = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            w2: R.Tensor((m,), dtype="float32") = R.exp(w)
            s2: R.Shape([2, m]) = R.shape([2, m])
            z: R.Tensor(s2, dtype="float32") = R.broadcast_to(w2, s2)
            t: R.Tuple(R.Tensor(s2, dtype="float32"), R.Shape([m])) = z, s
            R.output(s2, z, t)
        y: R.Tensor(s2, dtype="float32") = R.nn.relu(z)
        t1: R.Shape([m]) = t[1]
        z0: R.Tensor(t1, dtype="float32") = R.zeros(t1, dtype="float32")
        return y
