# RUN: BindParams{"func_name":"main","params":{"v":[1]}}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x
# ---
# error: params: 'v' is no parameter of the function
