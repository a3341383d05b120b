# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(dense: R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor(dtype="float32", ndim=2), True), c: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor((1, 1), dtype="float32"):
        p_1 = T.int64()
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def poly(u: R.Tensor(("p", 1), dtype="float32")) -> R.Tensor(("p", 1), dtype="float32"):
            p = T.int64()
            v: R.Tensor((p, 1), dtype="float32") = R.nn.gelu(u)
            return v

        e: R.Tuple(R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor(dtype="float32", ndim=2), True), R.Callable((R.Tensor((p_1, 1), dtype="float32"),), R.Tensor((p_1, 1), dtype="float32"), True)) = dense, poly
        return c
