# RUN: VMShapeLower{"emit_err_ctx":false}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32"), y: R.Tensor(ndim=2)) -> R.Shape(ndim=3):
        n = T.int64()
        m = T.int64()
        R.func_attr({"relax.force_pure": True})
        k = T.int64()
        z: R.Tensor((k, k * n + 1)) = R.match_cast(y, R.Tensor((k, k * n + 1)))
        return R.shape([k * n + 1, m, 2])

    @R.function
    def other(p: R.Tuple(R.Tensor((2, "a"), dtype="int32"), R.Shape(["a"])), f: R.Callable) -> R.Tensor((2, "a"), dtype="int32"):
        a = T.int64()
        R.func_attr({"relax.force_pure": True})
        q: R.Tensor((2, a), dtype="int32") = p[0]
        return q
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def shape_func(H: T.Buffer((T.int64(4),), "int64")):
        T.func_attr({"tirx.is_host_func": True})
        H[T.int64(3)] = H[T.int64(2)] * H[T.int64(0)] + T.int64(1)

    @R.function
    def other(p: R.Tuple(R.Tensor((2, "a"), dtype="int32"), R.Shape(["a"])), f: R.Callable) -> R.Tensor((2, "a"), dtype="int32"):
        a = T.int64()
        R.func_attr({"relax.force_pure": True})
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (1,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_tuple_info", p, 2, R.str(""), ty_args=(R.Tuple,))
        gv: R.Tensor((2, a), dtype="int32") = p[0]
        R.call_packed("vm.builtin.check_tensor_info", gv, 2, R.dtype("int32"), R.str(""), ty_args=(R.Tuple,))
        gv_1: R.Shape([a]) = p[1]
        R.call_packed("vm.builtin.check_shape_info", gv_1, 1, R.str(""), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.check_func_info", f, R.str(""), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", gv, shape_heap, 2, 0, 2, 1, 0, R.str(""), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", gv_1, shape_heap, 1, 3, 0, R.str(""), ty_args=(R.Tuple,))
        q: R.Tensor((2, a), dtype="int32") = p[0]
        return q

    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32"), y: R.Tensor(ndim=2)) -> R.Shape(ndim=3):
        n = T.int64()
        m = T.int64()
        R.func_attr({"relax.force_pure": True})
        cls = Module
        k = T.int64()
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (4,), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_tensor_info", x, 2, R.dtype("float32"), R.str(""), ty_args=(R.Tuple,))
        gv: R.Any = R.null_value()
        R.call_packed("vm.builtin.check_tensor_info", y, 2, gv, R.str(""), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x, shape_heap, 2, 1, 0, 1, 1, R.str(""), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", y, shape_heap, 2, 1, 2, 2, 0, R.str(""), ty_args=(R.Tuple,))
        cls.shape_func(shape_heap)
        R.call_packed("vm.builtin.match_shape", y, shape_heap, 2, 3, 2, 3, 3, R.str(""), ty_args=(R.Tuple,))
        z: R.Tensor((k, k * n + 1)) = R.match_cast(y, R.Tensor((k, k * n + 1)))
        gv_1: R.Shape(ndim=3) = R.call_packed("vm.builtin.make_shape", shape_heap, 3, 1, 3, 1, 1, 0, 2, ty_args=(R.Shape(ndim=3),))
        return gv_1
