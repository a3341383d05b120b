# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), c: R.Tensor((), dtype="bool"), p: T.int64) -> R.Tensor(dtype="float32", ndim=2):
        n = T.int64()
        R.func_attr({"num_input": 2})
        if c:
            z: R.Tensor((p, n), dtype="float32") = R.zeros(R.shape([p, n]), dtype="float32")
            r: R.Tensor(dtype="float32", ndim=2) = z
        else:
            q: R.Tensor((p, n), dtype="float32") = R.ones(R.shape([p, n]), dtype="float32")
            r: R.Tensor(dtype="float32", ndim=2) = q
        return r
