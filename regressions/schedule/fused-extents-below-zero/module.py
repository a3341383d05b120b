# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle):
        n = T.int32()
        m = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (m,), "float32")
        for i, j in T.grid(n - 6, m - 7):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(A[0])
                A[0] = T.float32(99)
