# RUN: ManifestSharedMemoryLocalStage
# What a condition guards is not brought before it is asked.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        with T.sblock(""):
            T.reads(A[0:4])
            T.writes(B[0:4])
            S = T.sblock_alloc_buffer((4,), scope="shared")
            if A[0] > T.float32(0):
                for i in range(4):
                    with T.sblock("S"):
                        T.reads(A[i])
                        T.writes(S[i])
                        T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                        S[i] = A[i]
            B[0] = S[3]
# ---
# error: block S: its loops stand in no block, beside or under something else
