# RUN: VMShapeLower
# A scalar parameter is a size as well: what tensors say of it is checked, and shapes are made of it.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(n: R.Prim("int64"), x: R.Tensor(("n", 4), dtype="float32"), k: R.Prim("int64")) -> R.Shape(ndim=2):
        R.func_attr({"relax.force_pure": False})
        s = R.shape([n * 2, 4])
        return s
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
    def main(n: T.int64, x: R.Tensor((n, 4), dtype="float32"), k: T.int64) -> R.Shape([n * 2, 4]):
        R.func_attr({"relax.force_pure": False})
        cls = Module
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (2,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_prim_value_info", n, R.dtype("int64"), R.str("ErrorContext(fn=main, loc=param[0], param=n, annotation=T.int64) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", x, 2, R.dtype("float32"), R.str("ErrorContext(fn=main, loc=param[1], param=x, annotation=R.Tensor((n, 4), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_prim_value_info", k, R.dtype("int64"), R.str("ErrorContext(fn=main, loc=param[2], param=k, annotation=T.int64) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_prim_value", n, shape_heap, 1, 0, R.str("ErrorContext(fn=main, loc=param[0], param=n, annotation=T.int64) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x, shape_heap, 2, 3, 0, 0, 4, R.str("ErrorContext(fn=main, loc=param[1], param=x, annotation=R.Tensor((n, 4), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        cls.shape_func(shape_heap)
        s: R.Shape(ndim=2) = R.call_packed("vm.builtin.make_shape", shape_heap, 2, 1, 1, 0, 4, ty_args=(R.Shape(ndim=2),))
        R.call_packed("vm.builtin.match_shape", s, shape_heap, 2, 3, 1, 0, 4, R.str("ErrorContext(fn=main, loc=return, annotation=R.Shape([n * 2, 4])) "), ty_args=(R.Tuple,))
        return s
