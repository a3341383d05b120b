# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(x0: T.Buffer((T.int64(1),), "float32"), x1: T.Buffer((T.int64(1), T.int64(1)), "float32"), matmul: T.Buffer((T.int64(1),), "float32")):
        # with T.sblock("root"):
        with T.sblock("matmul"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x0[v_k], x1[v_k, v_i0])
            T.writes(matmul[v_i0])
            with T.init():
                matmul[v_i0] = T.float32(0.0)
            matmul[v_i0] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0
