# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def attention(x1: T.Buffer(("n", T.int64(0), T.int64(1), T.int64(1)), "float32"), x2: T.Buffer((n, n, T.int64(1), T.int64(1)), "float32"), x2_1: T.Buffer((n, n, T.int64(1), T.int64(1)), "float32"), m: T.int64, T_transpose: T.Buffer((n, T.int64(0), T.int64(1), T.int64(1)), "float32")):
        n = T.int64()
        # with T.sblock("root"):
        T_transpose_1 = T.sblock_alloc_buffer((n, T.int64(1), T.int64(0), T.int64(1)))
        T_reshape = T.sblock_alloc_buffer((n, T.int64(0), T.int64(1)))
        T_transpose_2 = T.sblock_alloc_buffer((n, T.int64(1), n, T.int64(1)))
        T_reshape_1 = T.sblock_alloc_buffer((n, n, T.int64(1)))
        T_batch_matmul_NT = T.sblock_alloc_buffer((n, T.int64(0), n))
        T_multiply = T.sblock_alloc_buffer((n, T.int64(0), n))
        T_softmax_maxelem = T.sblock_alloc_buffer((n, T.int64(0)))
        T_softmax_exp = T.sblock_alloc_buffer((n, T.int64(0), n))
        T_softmax_expsum = T.sblock_alloc_buffer((n, T.int64(0)))
        T_softmax_norm = T.sblock_alloc_buffer((n, T.int64(0), n))
        T_transpose_3 = T.sblock_alloc_buffer((n, T.int64(1), n, T.int64(1)))
        T_reshape_2 = T.sblock_alloc_buffer((n, n, T.int64(1)))
        T_batch_matmul_NN = T.sblock_alloc_buffer((n, T.int64(0), T.int64(1)))
        T_reshape_3 = T.sblock_alloc_buffer((n, T.int64(1), T.int64(0), T.int64(1)))
        with T.sblock("T_batch_matmul_NT"):
            T.reads(T_reshape[T.int64(0), T.int64(0), T.int64(0)], T_reshape_1[T.int64(0), T.int64(0), T.int64(0)])
            T.writes(T_batch_matmul_NT[T.int64(0), T.int64(0), T.int64(0)])
            T.sblock_attr({"layout_free_placeholders": [T_reshape_1]})
            T_batch_matmul_NT[T.int64(0), T.int64(0), T.int64(0)] = T.float32(0.0)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
