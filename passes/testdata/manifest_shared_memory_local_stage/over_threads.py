# RUN: ManifestSharedMemoryLocalStage
# Of loops over threads each has one element, and no loop to bring others in.
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
            for i in T.thread_binding(4, thread="threadIdx.x"):
                with T.sblock("S"):
                    T.reads(A[i])
                    T.writes(S[i])
                    T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                    S[i] = A[i]
            B[0] = S[3]
# ---
# error: block S: a loop around it is neither serial nor vectorized
