# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(other: R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor((1, 1), dtype="float32"), True)) -> R.Tuple(R.Callable((R.Tensor(("s", 1), dtype="float32"),), R.Tensor(("s", 1), dtype="float32"), True), R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor((1, 1), dtype="float32"), True)):
        s = T.int64()
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def gv(y: R.Tensor((s, 1), dtype="float32")) -> R.Tensor((s, 1), dtype="float32"):
            z: R.Tensor((s, 1), dtype="float32") = R.nn.relu(y)
            return z

        t: R.Tuple(R.Callable((R.Tensor((s, 1), dtype="float32"),), R.Tensor((s, 1), dtype="float32"), True), R.Callable((R.Tensor((1, 1), dtype="float32"),), R.Tensor((1, 1), dtype="float32"), True)) = gv, other
        return t
