# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def te_gather_nd(gv3: T.Buffer((T.int64(2), T.int64(2), T.int64(2)), "float32"), gv5: T.Buffer((T.int64(2), T.int64(2)), "int64"), T_gather_nd: T.Buffer((T.int64(2), T.int64(2)), "float32")):
        # with T.sblock("root"):
        T_transpose = T.sblock_alloc_buffer((T.int64(2), T.int64(2)), "int64", strides=(T.int64(5), T.int64(1)))
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(gv5[v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1])
                T_transpose[v_ax0, v_ax1] = gv5[v_ax1, v_ax0]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_gather_nd"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(gv3[T.int64(0), T.int64(0), v_ax1], T_transpose[T.int64(0):T.int64(2), v_ax0])
                T.writes(T_gather_nd[v_ax0, v_ax1])
                T_gather_nd[v_ax0, v_ax1] = T.float32(0.0)

    @R.function
    def main(gv3: R.Tensor((2, 2, 2), dtype="float32")) -> R.Tensor((2, 2), dtype="float32"):
        cls = Module
        gv6 = R.call_tir(cls.te_gather_nd, (gv3, R.const([[0, 0], [0, 0]], "int64")), out_ty=R.Tensor((2, 2), dtype="float32"))
        return gv6
