# RUN: ManifestSharedMemoryLocalStage
# A copy in an iteration of a loop, in loops that begin late or are vectors, under a condition of its own; one that is not marked.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for k in range(4):
                with T.sblock(""):
                    T.reads(A[k * 16:k * 16 + 16])
                    T.writes(B[k * 16:k * 16 + 16])
                    S = T.sblock_alloc_buffer((16,), scope="shared")
                    U = T.sblock_alloc_buffer((16,), scope="shared")
                    for i in range(2):
                        for v in T.vectorized(2):
                            with T.sblock("S"):
                                T.where(k * 16 + t * 4 + i * 2 + v < 60)
                                T.reads(A[k * 16 + t * 4 + i * 2 + v])
                                T.writes(S[t * 4 + i * 2 + v])
                                T.sblock_attr({"double_buffer_scope": 0, "tirx.manifest_shared_memory_local_stage": 1})
                                S[t * 4 + i * 2 + v] = A[k * 16 + t * 4 + i * 2 + v] + T.float32(1)
                    for i in range(2, 6):
                        with T.sblock("U"):
                            T.reads(A[k * 16 + t * 4 + i - 2])
                            T.writes(U[t * 4 + i - 2])
                            T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                            U[t * 4 + i - 2] = A[k * 16 + t * 4 + i - 2]
                    for i in range(4):
                        with T.sblock("B"):
                            T.where(k * 16 + t * 4 + i < 60)
                            T.reads(S[t * 4 + i], U[t * 4 + i])
                            T.writes(B[k * 16 + t * 4 + i])
                            B[k * 16 + t * 4 + i] = S[t * 4 + i] * U[t * 4 + i]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        # with T.sblock("root"):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for k in range(4):
                with T.sblock(""):
                    T.reads(A[k * 16:k * 16 + 16])
                    T.writes(B[k * 16:k * 16 + 16])
                    S = T.sblock_alloc_buffer((16,), scope="shared")
                    U = T.sblock_alloc_buffer((16,), scope="shared")
                    S_local = T.sblock_alloc_buffer((2, 2), scope="local")
                    U_local = T.sblock_alloc_buffer((4,), scope="local")
                    for i in range(2):
                        for v in T.vectorized(2):
                            with T.sblock(""):
                                T.where(k * 16 + t * 4 + i * 2 + v < 60)
                                T.reads(A[k * 16 + t * 4 + i * 2 + v])
                                T.writes(S_local[i, v])
                                S_local[i, v] = A[k * 16 + t * 4 + i * 2 + v] + T.float32(1.0)
                    for i in range(2):
                        for v in T.vectorized(2):
                            with T.sblock("S"):
                                T.where(k * 16 + t * 4 + i * 2 + v < 60)
                                T.reads(S_local[i, v])
                                T.writes(S[t * 4 + i * 2 + v])
                                T.sblock_attr({"double_buffer_scope": 0})
                                S[t * 4 + i * 2 + v] = S_local[i, v]
                    for i in range(2, 6):
                        with T.sblock(""):
                            T.reads(A[k * 16 + t * 4 + i - 2])
                            T.writes(U_local[i - 2])
                            U_local[i - 2] = A[k * 16 + t * 4 + i - 2]
                    for i in range(2, 6):
                        with T.sblock("U"):
                            T.reads(U_local[i - 2])
                            T.writes(U[t * 4 + i - 2])
                            U[t * 4 + i - 2] = U_local[i - 2]
                    for i in range(4):
                        with T.sblock("B"):
                            T.where(k * 16 + t * 4 + i < 60)
                            T.reads(S[t * 4 + i], U[t * 4 + i])
                            T.writes(B[k * 16 + t * 4 + i])
                            B[k * 16 + t * 4 + i] = S[t * 4 + i] * U[t * 4 + i]
