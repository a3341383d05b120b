# RUN: VMShapeLower
# Shows a mutant of passes/lower/vm_shape_lower.cc (condition): dynamic_only
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape([1, 1]), x0: R.Tensor((1, 1, 1, 1), dtype="uint32")) -> R.Shape([1, 1]):
        R.func_attr({"relax.force_pure": True})
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape([1, 1]), x0: R.Tensor((1, 1, 1, 1), dtype="uint32")) -> R.Shape([1, 1]):
        R.func_attr({"relax.force_pure": True})
        shape_heap: R.Any = R.null_value()
        R.call_packed("vm.builtin.check_shape_info", sizes, 2, R.str("ErrorContext(fn=main, loc=param[0], param=sizes, annotation=R.Shape([1, 1])) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", x0, 4, R.dtype("uint32"), R.str("ErrorContext(fn=main, loc=param[1], param=x0, annotation=R.Tensor((1, 1, 1, 1), dtype=\"uint32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", sizes, shape_heap, 2, 0, 1, 0, 1, R.str("ErrorContext(fn=main, loc=param[0], param=sizes, annotation=R.Shape([1, 1])) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x0, shape_heap, 4, 0, 1, 0, 1, 0, 1, 0, 1, R.str("ErrorContext(fn=main, loc=param[1], param=x0, annotation=R.Tensor((1, 1, 1, 1), dtype=\"uint32\")) "), ty_args=(R.Tuple,))
        return sizes
