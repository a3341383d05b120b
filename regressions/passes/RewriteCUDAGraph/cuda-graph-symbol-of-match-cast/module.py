# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def dynamic_strided_slice(gv4: T.Buffer(("n", T.int64(1), T.int64(1)), "bool"), gv6: T.Buffer((T.int64(1),), "int64"), gv7: T.Buffer((T.int64(1),), "int64"), gv8: T.Buffer((T.int64(1),), "int64"), T_strided_slice_dynamic: T.Buffer(("s", "s_1", "s_2"), "bool")):
        n = T.int64()
        s, s_1, s_2 = T.int64(), T.int64(), T.int64()
        # with T.sblock("root"):
        with T.sblock("T_strided_slice_dynamic"):
            v_ax0 = T.axis.spatial(s, T.int64(0))
            v_ax1 = T.axis.spatial(s_1, T.int64(0))
            v_ax2 = T.axis.spatial(s_2, T.int64(0))
            T.reads(gv4[T.int64(0), T.int64(0), T.int64(0)], gv8[T.int64(0)], gv6[T.int64(0)])
            T.writes(T_strided_slice_dynamic[v_ax0, v_ax1, v_ax2])
            T_strided_slice_dynamic[v_ax0, v_ax1, v_ax2] = T.bool(False)

    @R.function
    def main(x0: R.Tensor((), dtype="float32"), x2: R.Tensor((1, 1, 1), dtype="bool"), gv6: R.Tensor((1,), dtype="int64"), gv: R.Shape(ndim=3)) -> R.Tensor(dtype="bool", ndim=3):
        R.func_attr({"num_input": 1, "relax.force_pure": True})
        s = T.int64()
        cls = Module
        shape: R.Shape([1, 1, s]) = R.match_cast(gv, R.Shape([1, 1, s]))
        gv9 = R.call_tir(cls.dynamic_strided_slice, (x2, gv6, gv6, gv6), out_ty=R.Tensor((1, 1, s), dtype="bool"))
        return gv9
