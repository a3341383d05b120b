# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        p_1 = T.int64()
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def inner(y: R.Tensor(("p", 3), dtype="float32")) -> R.Tensor(("p", 3), dtype="float32"):
            p = T.int64()
            z: R.Tensor((p, 3), dtype="float32") = R.exp(y)
            return z

        e: R.Tuple(R.Callable((R.Tensor((p_1, 3), dtype="float32"),), R.Tensor((p_1, 3), dtype="float32"), True), R.Tensor((2, 3), dtype="float32")) = inner, x
        return x
