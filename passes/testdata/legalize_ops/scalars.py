# RUN: LegalizeOps
# Numbers that are computed are no operators, and nothing is said of them.
from tvm.script import ir as I, relax as R, tirx as T
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        gv = R.prim_value(T.shift_left(n, T.int64(1)))
        return gv
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32")) -> T.int64:
        n = T.int64()
        gv: T.int64 = T.shift_left(n, 1)
        return gv
