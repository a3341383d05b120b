# RUN: BindSymbolicVars{"binding_map":{"i":3},"func_name":"main"}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((3, 2), dtype="float32"):
        y = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None)
        return y
# ---
# error: binding_map: there is no symbolic variable 'i'
