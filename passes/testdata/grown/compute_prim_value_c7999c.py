# RUN: ComputePrimValue
# Shows a mutant of passes/rewrite/module_editor.cc (negation): alike.by_hash.empty()
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((4,), dtype="float32"):
        gv4: R.Tensor((4,), dtype="float32") = R.hamming_window(4, False, T.float32(1.0), T.float32(0.375), dtype="float32")
        gv7: R.Tensor((3,), dtype="float32") = R.hamming_window(3, False, T.float32(0.625), T.float32(0.75), dtype="float32")
        gv22: R.Tensor((4,), dtype="float32") = R.hamming_window(4, True, T.float32(0.0), T.float32(0.75), dtype="float32")
        return gv22
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def compute_symbolic_expr() -> T.float32:
        T.func_attr({"tirx.is_host_func": True})
        return T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def compute_symbolic_expr1() -> T.float32:
        T.func_attr({"tirx.is_host_func": True})
        return T.float32(0.375)

    @T.prim_func(private=True, s_tir=True)
    def compute_symbolic_expr2() -> T.float32:
        T.func_attr({"tirx.is_host_func": True})
        return T.float32(0.625)

    @T.prim_func(private=True, s_tir=True)
    def compute_symbolic_expr3() -> T.float32:
        T.func_attr({"tirx.is_host_func": True})
        return T.float32(0.75)

    @T.prim_func(private=True, s_tir=True)
    def compute_symbolic_expr4() -> T.float32:
        T.func_attr({"tirx.is_host_func": True})
        return T.float32(0.0)

    @R.function
    def main() -> R.Tensor((4,), dtype="float32"):
        cls = Module
        gv: T.float32 = cls.compute_symbolic_expr()
        gv_1: T.float32 = cls.compute_symbolic_expr1()
        gv4: R.Tensor((4,), dtype="float32") = R.hamming_window(4, False, gv, gv_1, dtype="float32")
        gv_2: T.float32 = cls.compute_symbolic_expr2()
        gv_3: T.float32 = cls.compute_symbolic_expr3()
        gv7: R.Tensor((3,), dtype="float32") = R.hamming_window(3, False, gv_2, gv_3, dtype="float32")
        gv_4: T.float32 = cls.compute_symbolic_expr4()
        gv_5: T.float32 = cls.compute_symbolic_expr3()
        gv22: R.Tensor((4,), dtype="float32") = R.hamming_window(4, True, gv_4, gv_5, dtype="float32")
        return gv22
