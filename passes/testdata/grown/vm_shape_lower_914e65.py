# RUN: VMShapeLower
# Shows a mutant of passes/lower/vm_shape_lower.cc (condition): is_static
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape(["n", 1]), x0: R.Tensor((1, "n", 1, "n"), dtype="float32"), x1: R.Tensor((1, "n", 1, 1), dtype="float32"), x2: R.Tensor((1, "n", 1, 1), dtype="float32"), x4: R.Tensor((1, 1, "n"), dtype="int32")) -> R.Shape(["n", 1]):
        n = T.int64()
        R.func_attr({"num_input": 4, "relax.force_pure": True})
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape(["n", 1]), x0: R.Tensor((1, "n", 1, "n"), dtype="float32"), x1: R.Tensor((1, "n", 1, 1), dtype="float32"), x2: R.Tensor((1, "n", 1, 1), dtype="float32"), x4: R.Tensor((1, 1, "n"), dtype="int32")) -> R.Shape(["n", 1]):
        n = T.int64()
        R.func_attr({"num_input": 4, "relax.force_pure": True})
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (1,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_shape_info", sizes, 2, R.str("ErrorContext(fn=main, loc=param[0], param=sizes, annotation=R.Shape([n, 1])) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", x0, 4, R.dtype("float32"), R.str("ErrorContext(fn=main, loc=param[1], param=x0, annotation=R.Tensor((1, n, 1, n), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", x1, 4, R.dtype("float32"), R.str("ErrorContext(fn=main, loc=param[2], param=x1, annotation=R.Tensor((1, n, 1, 1), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", x2, 4, R.dtype("float32"), R.str("ErrorContext(fn=main, loc=param[3], param=x2, annotation=R.Tensor((1, n, 1, 1), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", x4, 3, R.dtype("int32"), R.str("ErrorContext(fn=main, loc=param[4], param=x4, annotation=R.Tensor((1, 1, n), dtype=\"int32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", sizes, shape_heap, 2, 1, 0, 0, 1, R.str("ErrorContext(fn=main, loc=param[0], param=sizes, annotation=R.Shape([n, 1])) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x0, shape_heap, 4, 0, 1, 3, 0, 0, 1, 3, 0, R.str("ErrorContext(fn=main, loc=param[1], param=x0, annotation=R.Tensor((1, n, 1, n), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x1, shape_heap, 4, 0, 1, 3, 0, 0, 1, 0, 1, R.str("ErrorContext(fn=main, loc=param[2], param=x1, annotation=R.Tensor((1, n, 1, 1), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x2, shape_heap, 4, 0, 1, 3, 0, 0, 1, 0, 1, R.str("ErrorContext(fn=main, loc=param[3], param=x2, annotation=R.Tensor((1, n, 1, 1), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x4, shape_heap, 3, 0, 1, 0, 1, 3, 0, R.str("ErrorContext(fn=main, loc=param[4], param=x4, annotation=R.Tensor((1, 1, n), dtype=\"int32\")) "), ty_args=(R.Tuple,))
        return sizes
