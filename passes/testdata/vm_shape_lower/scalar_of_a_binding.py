# RUN: VMShapeLower
# A scalar that a binding names is a size: what a cast says of it is compared, and what is made of it is computed.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(source: T.int64, data: R.Tensor(dtype="float32", ndim=1)) -> R.Shape(ndim=1):
        R.func_attr({"relax.force_pure": True})
        extent: T.int64 = source
        matched: R.Tensor((extent,), dtype="float32") = R.match_cast(data, R.Tensor((extent,), dtype="float32"))
        more: R.Shape([extent + 1]) = R.shape([extent + 1])
        return more
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def shape_func(H: T.Buffer((T.int64(3),), "int64")):
        T.func_attr({"tirx.is_host_func": True})
        H[T.int64(2)] = H[T.int64(1)] + T.int64(1)

    @R.function
    def main(source: T.int64, data: R.Tensor(dtype="float32", ndim=1)) -> R.Shape(ndim=1):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (3,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_prim_value_info", source, R.dtype("int64"), R.str("ErrorContext(fn=main, loc=param[0], param=source, annotation=T.int64) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_tensor_info", data, 1, R.dtype("float32"), R.str("ErrorContext(fn=main, loc=param[1], param=data, annotation=R.Tensor(dtype=\"float32\", ndim=1)) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_prim_value", source, shape_heap, 1, 0, R.str("ErrorContext(fn=main, loc=param[0], param=source, annotation=T.int64) "), ty_args=(R.Tuple,))
        extent: T.int64 = R.call_packed("vm.builtin.make_prim_value", shape_heap, 1, 0, ty_args=(T.int64,))
        R.call_packed("vm.builtin.match_prim_value", extent, shape_heap, 1, 1, R.str(""), ty_args=(R.Tuple,))
        cls.shape_func(shape_heap)
        R.call_packed("vm.builtin.match_shape", data, shape_heap, 1, 3, 1, R.str("ErrorContext(match_cast, ty=R.Tensor((extent,), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        matched: R.Tensor((extent,), dtype="float32") = R.match_cast(data, R.Tensor((extent,), dtype="float32"))
        more: R.Shape(ndim=1) = R.call_packed("vm.builtin.make_shape", shape_heap, 1, 1, 2, ty_args=(R.Shape(ndim=1),))
        return more
