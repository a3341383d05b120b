# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock("o"):
                T.reads(A[0:8])
                T.writes(B[0:8])
                S = T.sblock_alloc_buffer((8,), scope="shared")
                for i in range(2, 6):
                    with T.sblock("S"):
                        T.reads(A[i])
                        T.writes(S[i])
                        T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                        S[i] = T.float32(0.0)
                with T.sblock("B"):
                    T.reads(S[2])
                    T.writes(B[2])
                    B[2] = S[2]
