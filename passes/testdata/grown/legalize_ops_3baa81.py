# RUN: LegalizeOps
# Shows a mutant of passes/lower/legalize_ops.cc (comparison): emitted == emitted_
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1,), dtype="uint32"), gv4: R.Tensor((1,), dtype="int64"), gv5: R.Tensor((1,), dtype="int64"), gv6: R.Tensor((1,), dtype="int64"), gv10: R.Tensor((1,), dtype="int64"), gv11: R.Tensor((1,), dtype="int64"), gv12: R.Tensor((1,), dtype="int64")) -> R.Tensor(dtype="uint32", ndim=1):
        gv7: R.Tensor(dtype="uint32", ndim=1) = R.dynamic_strided_slice(x2, gv4, gv5, gv6)
        gv13: R.Tensor(dtype="uint32", ndim=1) = R.dynamic_strided_slice(x2, gv10, gv11, gv12)
        return gv13
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def dynamic_strided_slice(x2: T.Buffer((T.int64(1),), "uint32"), gv4: T.Buffer((T.int64(1),), "int64"), gv5: T.Buffer((T.int64(1),), "int64"), gv6: T.Buffer((T.int64(1),), "int64"), T_strided_slice_dynamic: T.Buffer(("s",), "uint32")):
        s = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(s):
            with T.sblock("T_strided_slice_dynamic"):
                v_ax0 = T.axis.spatial(s, ax0)
                T.reads(x2[T.Select(gv6[T.int64(0)] < T.int64(0), T.min(T.max(T.Select(gv4[T.int64(0)] < T.int64(0), gv4[T.int64(0)] + T.int64(1), gv4[T.int64(0)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(gv4[T.int64(0)] < T.int64(0), gv4[T.int64(0)] + T.int64(1), gv4[T.int64(0)]), T.int64(0)), T.int64(1))) + v_ax0 * gv6[T.int64(0)]], gv6[T.int64(0)], gv4[T.int64(0)])
                T.writes(T_strided_slice_dynamic[v_ax0])
                T_strided_slice_dynamic[v_ax0] = x2[T.Select(gv6[T.int64(0)] < T.int64(0), T.min(T.max(T.Select(gv4[T.int64(0)] < T.int64(0), gv4[T.int64(0)] + T.int64(1), gv4[T.int64(0)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(gv4[T.int64(0)] < T.int64(0), gv4[T.int64(0)] + T.int64(1), gv4[T.int64(0)]), T.int64(0)), T.int64(1))) + v_ax0 * gv6[T.int64(0)]]

    @T.prim_func(private=True, s_tir=True)
    def shape_func(x2: T.Buffer((T.int64(1),), "uint32"), gv4: T.Buffer((T.int64(1),), "int64"), gv5: T.Buffer((T.int64(1),), "int64"), gv6: T.Buffer((T.int64(1),), "int64"), T_shape_func_strided_slice_dynamic: T.Buffer((T.int64(1),), "int64")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(1)):
            with T.sblock("T_shape_func_strided_slice_dynamic"):
                v_i = T.axis.spatial(T.int64(1), i)
                T.reads(gv6[v_i], gv5[v_i], gv4[v_i])
                T.writes(T_shape_func_strided_slice_dynamic[v_i])
                T_shape_func_strided_slice_dynamic[v_i] = T.max(T.Select(gv6[v_i] < T.int64(0), T.Select(gv6[v_i] < T.int64(0), T.min(T.max(T.Select(gv5[v_i] < T.int64(0), gv5[v_i] + T.int64(1), gv5[v_i]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(gv5[v_i] < T.int64(0), gv5[v_i] + T.int64(1), gv5[v_i]), T.int64(0)), T.int64(1))) - T.Select(gv6[v_i] < T.int64(0), T.min(T.max(T.Select(gv4[v_i] < T.int64(0), gv4[v_i] + T.int64(1), gv4[v_i]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(gv4[v_i] < T.int64(0), gv4[v_i] + T.int64(1), gv4[v_i]), T.int64(0)), T.int64(1))) + T.int64(1), T.Select(gv6[v_i] < T.int64(0), T.min(T.max(T.Select(gv5[v_i] < T.int64(0), gv5[v_i] + T.int64(1), gv5[v_i]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(gv5[v_i] < T.int64(0), gv5[v_i] + T.int64(1), gv5[v_i]), T.int64(0)), T.int64(1))) - T.Select(gv6[v_i] < T.int64(0), T.min(T.max(T.Select(gv4[v_i] < T.int64(0), gv4[v_i] + T.int64(1), gv4[v_i]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(gv4[v_i] < T.int64(0), gv4[v_i] + T.int64(1), gv4[v_i]), T.int64(0)), T.int64(1))) - T.int64(1)) // gv6[v_i] + T.int64(1), T.int64(0))

    @R.function
    def main(x2: R.Tensor((1,), dtype="uint32"), gv4: R.Tensor((1,), dtype="int64"), gv5: R.Tensor((1,), dtype="int64"), gv6: R.Tensor((1,), dtype="int64"), gv10: R.Tensor((1,), dtype="int64"), gv11: R.Tensor((1,), dtype="int64"), gv12: R.Tensor((1,), dtype="int64")) -> R.Tensor(dtype="uint32", ndim=1):
        cls = Module
        s = T.int64()
        s_1 = T.int64()
        gv = R.call_tir(cls.shape_func, (x2, gv4, gv5, gv6), out_ty=R.Tensor((1,), dtype="int64"))
        gv_1: R.Shape(ndim=1) = R.tensor_to_shape(gv)
        shape: R.Shape([s]) = R.match_cast(gv_1, R.Shape([s]))
        gv7 = R.call_tir(cls.dynamic_strided_slice, (x2, gv4, gv5, gv6), out_ty=R.Tensor((s,), dtype="uint32"))
        gv_2 = R.call_tir(cls.shape_func, (x2, gv10, gv11, gv12), out_ty=R.Tensor((1,), dtype="int64"))
        gv_3: R.Shape(ndim=1) = R.tensor_to_shape(gv_2)
        shape_1: R.Shape([s_1]) = R.match_cast(gv_3, R.Shape([s_1]))
        gv13 = R.call_tir(cls.dynamic_strided_slice, (x2, gv10, gv11, gv12), out_ty=R.Tensor((s_1,), dtype="uint32"))
        return gv13
