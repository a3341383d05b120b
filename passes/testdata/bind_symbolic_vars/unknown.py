# RUN: BindSymbolicVars{"binding_map":{"k":3}}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        return x
# ---
# error: binding_map: there is no symbolic variable 'k'
