# RUN: VMShapeLower
# A size is handed on as a number; a tensor in a shape whose dimensions are known keeps them.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor(("n",), dtype="float32"), s: R.Shape(["n", 3])) -> R.Tensor(("n", 3), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": False})
        a: R.Any = R.call_packed("test.packed", R.prim_value(n), ty_args=(R.Any,))
        storage: R.Any = R.vm.alloc_storage(R.shape([48]), 0, R.dtype("uint8"), R.str("global"))
        t: R.Tensor((n, 3), dtype="float32") = R.vm.alloc_tensor(storage, 0, s, R.dtype("float32"), 0)
        return t
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor(("n",), dtype="float32"), s: R.Shape(["n", 3])) -> R.Tensor(("n", 3), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": False})
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (1,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_tensor_info", x, 1, R.dtype("float32"), R.str("ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n,), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_shape_info", s, 2, R.str("ErrorContext(fn=main, loc=param[1], param=s, annotation=R.Shape([n, 3])) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x, shape_heap, 1, 1, 0, R.str("ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n,), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", s, shape_heap, 2, 3, 0, 0, 3, R.str("ErrorContext(fn=main, loc=param[1], param=s, annotation=R.Shape([n, 3])) "), ty_args=(R.Tuple,))
        gv: T.int64 = R.call_packed("vm.builtin.make_prim_value", shape_heap, 1, 0, ty_args=(T.int64,))
        a: R.Any = R.call_packed("test.packed", gv, ty_args=(R.Any,))
        storage: R.Any = R.vm.alloc_storage(R.shape([48]), 0, R.dtype("uint8"), R.str("global"))
        t: R.Tensor((n, 3), dtype="float32") = R.vm.alloc_tensor(storage, 0, s, R.dtype("float32"), 0)
        return t
