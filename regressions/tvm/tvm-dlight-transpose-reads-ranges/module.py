# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2, 2), "float32"), B: T.Buffer((2, 2), "float32"), C: T.Buffer((2, 2), "float32")):
        # with T.sblock("root"):
        J = T.sblock_alloc_buffer((2, 2))
        for i, j in T.grid(2, 2):
            with T.sblock("concat"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj:vj + 3], A[vi, vj])
                T.writes(J[vi, vj])
                J[vi, vj] = T.float32(0.0)
        for j, i in T.grid(2, 2):
            with T.sblock("transpose"):
                vj, vi = T.axis.remap("SS", [j, i])
                T.reads(J[vi, vj])
                T.writes(C[vj, vi])
                C[vj, vi] = J[vi, vj]
