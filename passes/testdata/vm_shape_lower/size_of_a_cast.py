# RUN: VMShapeLower
# A scalar that a cast takes from an object is a size of what follows.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(given: R.Object, x: R.Object) -> R.Object:
        R.func_attr({"relax.force_pure": True})
        n: T.int64 = R.match_cast(given, T.int64)
        y: R.Tensor((1, n * 2), dtype="int8") = R.match_cast(x, R.Tensor((1, n * 2), dtype="int8"))
        return y
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
        H[T.int64(0)] = H[T.int64(1)] * T.int64(2)

    @R.function
    def main(given: R.Any, x: R.Any) -> R.Tensor(dtype="int8", ndim=2):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (2,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_prim_value_info", given, R.dtype("int64"), R.str("ErrorContext(match_cast, ty=T.int64) "), ty_args=(R.Tuple,))
        n: T.int64 = R.match_cast(given, T.int64)
        R.call_packed("vm.builtin.match_prim_value", n, shape_heap, 1, 1, R.str(""), ty_args=(R.Tuple,))
        cls.shape_func(shape_heap)
        R.call_packed("vm.builtin.check_tensor_info", x, 2, R.dtype("int8"), R.str("ErrorContext(match_cast, ty=R.Tensor((1, n * 2), dtype=\"int8\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x, shape_heap, 2, 0, 1, 3, 0, R.str("ErrorContext(match_cast, ty=R.Tensor((1, n * 2), dtype=\"int8\")) "), ty_args=(R.Tuple,))
        y: R.Tensor((1, n * 2), dtype="int8") = R.match_cast(x, R.Tensor((1, n * 2), dtype="int8"))
        return y
