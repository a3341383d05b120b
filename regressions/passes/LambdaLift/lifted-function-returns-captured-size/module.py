# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), p: T.int64) -> R.Tensor((p, "n"), dtype="float32"):
        n = T.int64()
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def f(a: R.Tensor((n,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
            z: R.Tensor((p, n), dtype="float32") = R.zeros(R.shape([p, n]), dtype="float32")
            z2: R.Tensor((p, n), dtype="float32") = R.add(z, x)
            return z2

        q: R.Tensor((p, n), dtype="float32") = f(x)
        return q
