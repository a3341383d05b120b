# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def attention(gv27: T.Buffer((T.int64(3), T.int64(1), T.int64(1), T.int64(1)), "float32"), x3: T.Buffer((T.int64(3), T.int64(3), T.int64(1), T.int64(1)), "float32"), gv28: T.Buffer((T.int64(3), T.int64(3), T.int64(1), T.int64(3)), "float32"), T_transpose: T.Buffer((T.int64(3), T.int64(1), T.int64(1), T.int64(3)), "float32")):
        # with T.sblock("root"):
        T_transpose_1 = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(1), T.int64(1)))
        T_reshape = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(1)))
        T_transpose_2 = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(3), T.int64(1)))
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(3), T.int64(3), T.int64(1)))
        T_batch_matmul_NT = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(3)))
        T_multiply = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(3)))
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(3), T.int64(1)))
        T_softmax_exp = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(3)))
        T_softmax_expsum = T.sblock_alloc_buffer((T.int64(3), T.int64(1)))
        T_softmax_norm = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(3)))
        T_transpose_3 = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(3), T.int64(3)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(3), T.int64(3), T.int64(3)))
        T_batch_matmul_NN = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(3)))
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(3), T.int64(1), T.int64(1), T.int64(3)))
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(3), T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(gv27[v_ax0, v_ax2, v_ax1, v_ax3])
                T.writes(T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3] = gv27[v_ax0, v_ax2, v_ax1, v_ax3]
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(3), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax2 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(T_transpose_1[v_ax0, T.int64(0), T.int64(0), T.int64(0)])
            T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
            T_reshape[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
        with T.sblock("T_transpose_3"):
            v_ax0 = T.axis.spatial(T.int64(3), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax3 = T.axis.spatial(T.int64(3), T.int64(0))
            T.reads(T_reshape_3[v_ax0, v_ax2, v_ax1, v_ax3])
            T.writes(T_transpose[v_ax0, v_ax1, v_ax2, v_ax3])
            T_transpose[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)

    @R.function
    def main(x3: R.Tensor((3, 3, 1, 1), dtype="float32", vdevice="llvm:0:global"), gv27: R.Tensor((3, 1, 1, 1), dtype="float32"), gv28: R.Tensor((3, 3, 1, 3), dtype="float32")) -> R.Tensor((3, 1, 1, 3), dtype="float32"):
        cls = Module
        gv29 = R.call_tir(cls.attention, (gv27, x3, gv28), out_ty=R.Tensor((3, 1, 1, 3), dtype="float32"))
        return gv29
