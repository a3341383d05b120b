# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(x0: T.Buffer(("n", T.int64(2)), "float32"), y0: T.Buffer((T.int64(2), T.int64(2)), "float32"), matmul: T.Buffer((n, T.int64(2)), "float32")):
        n = T.int64()
        # with T.sblock("root"):
        for i0, i1, k in T.grid(n, T.int64(2), T.int64(2)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x0[v_i0, v_k], y0[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = T.Add(matmul[v_i0, v_i1], T.float32(0.0))

    @R.function
    def main(x0: R.Tensor((1, 2), dtype="float32"), y0: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((1, 2), dtype="float32"):
        cls = Module
        y1 = R.call_tir(cls.matmul, (x0, y0), out_ty=R.Tensor((1, 2), dtype="float32"))
        return y1
