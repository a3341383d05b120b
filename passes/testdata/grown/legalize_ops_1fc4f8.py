# RUN: LegalizeOps
# CONFIG: relax.transform.apply_legalize_ops
# Shows a mutant of passes/lower/legalize_ops.cc (comparison): call == nullptr
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((1, 1, 1, 1), dtype="float32"), lv6: R.Tensor((4,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=4):
        lv9: R.Tensor(dtype="float32", ndim=4) = R.dynamic_strided_slice(x6, lv6, lv6, lv6)
        return lv9
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def dynamic_strided_slice(x6: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), lv6: T.Buffer((T.int64(4),), "int64"), lv6_1: T.Buffer((T.int64(4),), "int64"), lv6_2: T.Buffer((T.int64(4),), "int64"), T_strided_slice_dynamic: T.Buffer(("s", "s_1", "s_2", "s_3"), "float32")):
        s, s_1, s_2, s_3 = T.int64(), T.int64(), T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1, ax2, ax3 in T.grid(s, s_1, s_2, s_3):
            with T.sblock("T_strided_slice_dynamic"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x6[T.Select(lv6_2[T.int64(0)] < T.int64(0), T.min(T.max(T.Select(lv6[T.int64(0)] < T.int64(0), lv6[T.int64(0)] + T.int64(1), lv6[T.int64(0)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(lv6[T.int64(0)] < T.int64(0), lv6[T.int64(0)] + T.int64(1), lv6[T.int64(0)]), T.int64(0)), T.int64(1))) + v_ax0 * lv6_2[T.int64(0)], T.Select(lv6_2[T.int64(1)] < T.int64(0), T.min(T.max(T.Select(lv6[T.int64(1)] < T.int64(0), lv6[T.int64(1)] + T.int64(1), lv6[T.int64(1)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(lv6[T.int64(1)] < T.int64(0), lv6[T.int64(1)] + T.int64(1), lv6[T.int64(1)]), T.int64(0)), T.int64(1))) + v_ax1 * lv6_2[T.int64(1)], T.Select(lv6_2[T.int64(2)] < T.int64(0), T.min(T.max(T.Select(lv6[T.int64(2)] < T.int64(0), lv6[T.int64(2)] + T.int64(1), lv6[T.int64(2)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(lv6[T.int64(2)] < T.int64(0), lv6[T.int64(2)] + T.int64(1), lv6[T.int64(2)]), T.int64(0)), T.int64(1))) + v_ax2 * lv6_2[T.int64(2)], T.Select(lv6_2[T.int64(3)] < T.int64(0), T.min(T.max(T.Select(lv6[T.int64(3)] < T.int64(0), lv6[T.int64(3)] + T.int64(1), lv6[T.int64(3)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(lv6[T.int64(3)] < T.int64(0), lv6[T.int64(3)] + T.int64(1), lv6[T.int64(3)]), T.int64(0)), T.int64(1))) + v_ax3 * lv6_2[T.int64(3)]], lv6_2[T.int64(0):T.int64(4)], lv6[T.int64(0):T.int64(4)])
                T.writes(T_strided_slice_dynamic[v_ax0, v_ax1, v_ax2, v_ax3])
                T_strided_slice_dynamic[v_ax0, v_ax1, v_ax2, v_ax3] = x6[T.Select(lv6_2[T.int64(0)] < T.int64(0), T.min(T.max(T.Select(lv6[T.int64(0)] < T.int64(0), lv6[T.int64(0)] + T.int64(1), lv6[T.int64(0)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(lv6[T.int64(0)] < T.int64(0), lv6[T.int64(0)] + T.int64(1), lv6[T.int64(0)]), T.int64(0)), T.int64(1))) + v_ax0 * lv6_2[T.int64(0)], T.Select(lv6_2[T.int64(1)] < T.int64(0), T.min(T.max(T.Select(lv6[T.int64(1)] < T.int64(0), lv6[T.int64(1)] + T.int64(1), lv6[T.int64(1)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(lv6[T.int64(1)] < T.int64(0), lv6[T.int64(1)] + T.int64(1), lv6[T.int64(1)]), T.int64(0)), T.int64(1))) + v_ax1 * lv6_2[T.int64(1)], T.Select(lv6_2[T.int64(2)] < T.int64(0), T.min(T.max(T.Select(lv6[T.int64(2)] < T.int64(0), lv6[T.int64(2)] + T.int64(1), lv6[T.int64(2)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(lv6[T.int64(2)] < T.int64(0), lv6[T.int64(2)] + T.int64(1), lv6[T.int64(2)]), T.int64(0)), T.int64(1))) + v_ax2 * lv6_2[T.int64(2)], T.Select(lv6_2[T.int64(3)] < T.int64(0), T.min(T.max(T.Select(lv6[T.int64(3)] < T.int64(0), lv6[T.int64(3)] + T.int64(1), lv6[T.int64(3)]), T.int64(-1)), T.int64(0)), T.min(T.max(T.Select(lv6[T.int64(3)] < T.int64(0), lv6[T.int64(3)] + T.int64(1), lv6[T.int64(3)]), T.int64(0)), T.int64(1))) + v_ax3 * lv6_2[T.int64(3)]]

    @T.prim_func(private=True, s_tir=True)
    def shape_func(x6: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), lv6: T.Buffer((T.int64(4),), "int64"), lv6_1: T.Buffer((T.int64(4),), "int64"), lv6_2: T.Buffer((T.int64(4),), "int64"), T_shape_func_strided_slice_dynamic: T.Buffer((T.int64(4),), "int64")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("T_shape_func_strided_slice_dynamic"):
                v_i = T.axis.spatial(T.int64(4), i)
                T.reads(lv6_2[v_i], lv6_1[v_i], lv6[v_i])
                T.writes(T_shape_func_strided_slice_dynamic[v_i])
                T_shape_func_strided_slice_dynamic[v_i] = T.max(T.Select(lv6_2[v_i] < T.int64(0), T.Select(lv6_2[v_i] < T.int64(0), T.min(T.max(T.Select(lv6_1[v_i] < T.int64(0), lv6_1[v_i] + T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))), lv6_1[v_i]), T.int64(-1)), T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))) - T.int64(1)), T.min(T.max(T.Select(lv6_1[v_i] < T.int64(0), lv6_1[v_i] + T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))), lv6_1[v_i]), T.int64(0)), T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))))) - T.Select(lv6_2[v_i] < T.int64(0), T.min(T.max(T.Select(lv6[v_i] < T.int64(0), lv6[v_i] + T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))), lv6[v_i]), T.int64(-1)), T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))) - T.int64(1)), T.min(T.max(T.Select(lv6[v_i] < T.int64(0), lv6[v_i] + T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))), lv6[v_i]), T.int64(0)), T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))))) + T.int64(1), T.Select(lv6_2[v_i] < T.int64(0), T.min(T.max(T.Select(lv6_1[v_i] < T.int64(0), lv6_1[v_i] + T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))), lv6_1[v_i]), T.int64(-1)), T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))) - T.int64(1)), T.min(T.max(T.Select(lv6_1[v_i] < T.int64(0), lv6_1[v_i] + T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))), lv6_1[v_i]), T.int64(0)), T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))))) - T.Select(lv6_2[v_i] < T.int64(0), T.min(T.max(T.Select(lv6[v_i] < T.int64(0), lv6[v_i] + T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))), lv6[v_i]), T.int64(-1)), T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))) - T.int64(1)), T.min(T.max(T.Select(lv6[v_i] < T.int64(0), lv6[v_i] + T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))), lv6[v_i]), T.int64(0)), T.Select(v_i == T.int64(3), T.int64(1), T.Select(v_i == T.int64(2), T.int64(1), T.Select(v_i == T.int64(1), T.int64(1), T.int64(1)))))) - T.int64(1)) // lv6_2[v_i] + T.int64(1), T.int64(0))

    @R.function
    def main(x6: R.Tensor((1, 1, 1, 1), dtype="float32"), lv6: R.Tensor((4,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=4):
        cls = Module
        s = T.int64()
        s_1 = T.int64()
        s_2 = T.int64()
        s_3 = T.int64()
        gv = R.call_tir(cls.shape_func, (x6, lv6, lv6, lv6), out_ty=R.Tensor((4,), dtype="int64"))
        gv_1: R.Shape(ndim=4) = R.tensor_to_shape(gv)
        shape: R.Shape([s, s_1, s_2, s_3]) = R.match_cast(gv_1, R.Shape([s, s_1, s_2, s_3]))
        lv9 = R.call_tir(cls.dynamic_strided_slice, (x6, lv6, lv6, lv6), out_ty=R.Tensor((s, s_1, s_2, s_3), dtype="float32"))
        return lv9
