# RUN: ManifestSharedMemoryLocalStage
# A value that an earlier store has written cannot be brought before it.
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
            for i in range(1, 4):
                with T.sblock("S"):
                    T.reads(S[i - 1])
                    T.writes(S[i])
                    T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                    S[i] = S[i - 1]
            B[0] = S[3]
# ---
# error: block S: it reads what it stores into
