# RUN: ComputePrimValue
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        R.assert_op(n % 8 == 0, format=R.str("n is a multiple of 8"))
        R.assert_op(n % 8 == 0, format=R.str("still"))
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def compute_symbolic_expr(n: T.int64) -> T.bool:
        T.func_attr({"tirx.is_host_func": True})
        return n % T.int64(8) == T.int64(0)

    @R.function(pure=False)
    def main(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        cls = Module
        gv: T.bool = cls.compute_symbolic_expr(n)
        R.assert_op(gv, format=R.str("n is a multiple of 8"))
        gv_1: T.bool = cls.compute_symbolic_expr(n)
        R.assert_op(gv_1, format=R.str("still"))
        return x
