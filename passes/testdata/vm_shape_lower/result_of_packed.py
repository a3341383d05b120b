# RUN: VMShapeLower
# What a packed function gives back is looked at before it is returned.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        y: R.Tensor(dtype="float32", ndim=2) = R.call_packed("lib.f", x, ty_args=(R.Tensor(dtype="float32", ndim=2),))
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (1,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_tensor_info", x, 2, R.dtype("float32"), R.str("ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n, 4), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x, shape_heap, 2, 1, 0, 0, 4, R.str("ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n, 4), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        y: R.Tensor(dtype="float32", ndim=2) = R.call_packed("lib.f", x, ty_args=(R.Tensor(dtype="float32", ndim=2),))
        R.call_packed("vm.builtin.match_shape", y, shape_heap, 2, 3, 0, 0, 4, R.str("ErrorContext(fn=main, loc=return, annotation=R.Tensor((n, 4), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        return y
