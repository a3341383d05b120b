# RUN: BindSymbolicVars{"binding_map":{"n":3},"func_name":"main"}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32")) -> R.Tensor(("n * m",), dtype="float32"):
        n = T.int64()
        m = T.int64()
        y = R.reshape(x, R.shape([n * m]))
        return y

    @R.function
    def other(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def other(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        return x

    @R.function
    def main(x: R.Tensor((3, "m"), dtype="float32")) -> R.Tensor(("m * 3",), dtype="float32"):
        m = T.int64()
        y: R.Tensor((m * 3,), dtype="float32") = R.reshape(x, R.shape([m * 3]))
        return y
