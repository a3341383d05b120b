# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(N: T.Buffer((8,), "int32"), A: T.Buffer((16,), "int32")):
        with T.sblock("root"):
            T.reads()
            T.writes(N[0], A[0:16])
            N[0] = 2
            for i, j in T.grid(4, N[0]):
                with T.sblock("b"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads()
                    T.writes(A[0:16], N[0])
                    A[vi * 4 + vj] = vi
                    N[0] = 3
