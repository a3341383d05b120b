# RUN: VMShapeLower
# Shows a mutant of passes/lower/shape_slots.cc (condition): Is<If>(node)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x7: R.Tensor((), dtype="bool"), x8: R.Tensor((2, 1, 1, "n"), dtype="bool"), gv6: R.Tensor((2, 1, "n"), dtype="bool")) -> R.Tensor((2, 1, "n"), dtype="bool"):
        n = T.int64()
        if x7:
            gv17: R.Tensor((n * 2,), dtype="bool") = R.flatten(x8)
            gv18: R.Tensor((2, 1, n), dtype="bool") = gv6
            gv20: R.Tensor((2, 1, n), dtype="bool") = gv18
        else:
            gv19: R.Tensor((2, 1, n), dtype="bool") = gv6
            gv20: R.Tensor((2, 1, n), dtype="bool") = gv19
        return gv20
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def shape_func(H: T.Buffer((T.int64(2),), "int64")):
        T.func_attr({"tirx.is_host_func": True})
        H[T.int64(1)] = H[T.int64(0)] * T.int64(2)

    @R.function(pure=False)
    def main(x7: R.Tensor((), dtype="bool"), x8: R.Tensor((2, 1, 1, "n"), dtype="bool"), gv6: R.Tensor((2, 1, "n"), dtype="bool")) -> R.Tensor((2, 1, "n"), dtype="bool"):
        n = T.int64()
        cls = Module
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (2,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_tensor_info", x7, 0, R.dtype("bool"), R.str("ErrorContext(fn=main, loc=param[0], param=x7, annotation=R.Tensor((), dtype=\"bool\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", x8, 4, R.dtype("bool"), R.str("ErrorContext(fn=main, loc=param[1], param=x8, annotation=R.Tensor((2, 1, 1, n), dtype=\"bool\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", gv6, 3, R.dtype("bool"), R.str("ErrorContext(fn=main, loc=param[2], param=gv6, annotation=R.Tensor((2, 1, n), dtype=\"bool\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x8, shape_heap, 4, 0, 2, 0, 1, 0, 1, 1, 0, R.str("ErrorContext(fn=main, loc=param[1], param=x8, annotation=R.Tensor((2, 1, 1, n), dtype=\"bool\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", gv6, shape_heap, 3, 0, 2, 0, 1, 3, 0, R.str("ErrorContext(fn=main, loc=param[2], param=gv6, annotation=R.Tensor((2, 1, n), dtype=\"bool\")) "), ty_args=(R.Tuple,))
        cls.shape_func(shape_heap)
        if x7:
            gv17: R.Tensor((2 * n,), dtype="bool") = R.flatten(x8)
            gv18: R.Tensor((2, 1, n), dtype="bool") = gv6
            gv20: R.Tensor((2, 1, n), dtype="bool") = gv18
        else:
            gv19: R.Tensor((2, 1, n), dtype="bool") = gv6
            gv20: R.Tensor((2, 1, n), dtype="bool") = gv19
        return gv20
