# RUN: VMShapeLower
# Shows a mutant of passes/rewrite/relax_mutator.cc (comparison): fresh->type == nullptr
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(sizes: R.Shape(["n"]), x0: R.Tensor((1, "n + 1", 1, 1), dtype="float32"), x2: R.Tensor((), dtype="bool")) -> R.Tensor((1, "n + 1", 1, 1), dtype="float32"):
        n = T.int64()
        if x2:
            gv0: R.Tensor((1, n + 1, 1, 1), dtype="float32") = x0
            gv3: R.Tensor((1, n + 1, 1, 1), dtype="float32") = gv0
        else:
            gv1: R.Tensor((n, 7), dtype="float32") = R.eye(n, 7, -3, dtype="float32")
            gv2: R.Tensor((1, n + 1, 1, 1), dtype="float32") = x0
            gv3: R.Tensor((1, n + 1, 1, 1), dtype="float32") = gv2
        return gv3
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
        H[T.int64(1)] = H[T.int64(0)] + T.int64(1)

    @R.function(pure=False)
    def main(sizes: R.Shape(["n"]), x0: R.Tensor((1, "n + 1", 1, 1), dtype="float32"), x2: R.Tensor((), dtype="bool")) -> R.Tensor((1, "n + 1", 1, 1), dtype="float32"):
        n = T.int64()
        cls = Module
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (2,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_shape_info", sizes, 1, R.str("ErrorContext(fn=main, loc=param[0], param=sizes, annotation=R.Shape([n])) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", x0, 4, R.dtype("float32"), R.str("ErrorContext(fn=main, loc=param[1], param=x0, annotation=R.Tensor((1, n + 1, 1, 1), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", x2, 0, R.dtype("bool"), R.str("ErrorContext(fn=main, loc=param[2], param=x2, annotation=R.Tensor((), dtype=\"bool\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", sizes, shape_heap, 1, 1, 0, R.str("ErrorContext(fn=main, loc=param[0], param=sizes, annotation=R.Shape([n])) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x0, shape_heap, 4, 0, 1, 2, 0, 0, 1, 0, 1, R.str("ErrorContext(fn=main, loc=param[1], param=x0, annotation=R.Tensor((1, n + 1, 1, 1), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        cls.shape_func(shape_heap)
        R.call_packed("vm.builtin.match_shape", x0, shape_heap, 4, 0, 1, 3, 1, 0, 1, 0, 1, R.str("ErrorContext(fn=main, loc=param[1], param=x0, annotation=R.Tensor((1, n + 1, 1, 1), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        if x2:
            gv0: R.Tensor((1, n + 1, 1, 1), dtype="float32") = x0
            gv3: R.Tensor((1, n + 1, 1, 1), dtype="float32") = gv0
        else:
            gv: T.int64 = R.call_packed("vm.builtin.make_prim_value", shape_heap, 1, 0, ty_args=(T.int64,))
            gv1: R.Tensor((gv, 7), dtype="float32") = R.eye(gv, 7, -3, dtype="float32")
            gv2: R.Tensor((1, n + 1, 1, 1), dtype="float32") = x0
            gv3: R.Tensor((1, n + 1, 1, 1), dtype="float32") = gv2
        return gv3
