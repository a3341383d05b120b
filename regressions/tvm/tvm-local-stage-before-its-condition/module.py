# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock("o"):
                T.reads(A[0])
                T.writes(B[0])
                S = T.sblock_alloc_buffer((1,), scope="shared")
                if T.bool(False):
                    for i in range(1):
                        with T.sblock("S"):
                            T.reads(A[0])
                            T.writes(S[i])
                            T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                            S[i] = A[1]
                with T.sblock("B"):
                    T.reads(S[0])
                    T.writes(B[0])
                    B[0] = T.if_then_else(T.GT(0, 0), S[0], T.float32(0.0))
