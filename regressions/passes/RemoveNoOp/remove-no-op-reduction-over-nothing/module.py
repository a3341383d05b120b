# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def rms_norm(x2: T.Buffer((T.int64(1), T.int64(0)), "float32"), x3: T.Buffer((T.int64(0),), "float32"), T_rms_norm: T.Buffer((T.int64(1), T.int64(0)), "float32")):
        # with T.sblock("root"):
        T_multiply_red = T.sblock_alloc_buffer((T.int64(1),))
        T_divide = T.sblock_alloc_buffer((T.int64(1),))
        for k0 in range(T.int64(0)):
            with T.sblock("T_multiply_red"):
                v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
                v_k0 = T.axis.reduce(T.int64(0), k0)
                T.reads(x2[v_ax0, v_k0])
                T.writes(T_multiply_red[v_ax0])
                with T.init():
                    T_multiply_red[v_ax0] = T.float32(0.0)
                T_multiply_red[v_ax0] = T.float32(0.0)
        with T.sblock("T_divide"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(T_multiply_red[v_ax0])
            T.writes(T_divide[v_ax0])
            T_divide[v_ax0] = T_multiply_red[v_ax0]

    @R.function
    def main(x2: R.Tensor((1, 0), dtype="float32"), x3: R.Tensor((0,), dtype="float32")) -> R.Tensor((1, 0), dtype="float32"):
        cls = Module
        lv2 = R.call_tir(cls.rms_norm, (x2, x3), out_ty=R.Tensor((1, 0), dtype="float32"))
        return lv2
