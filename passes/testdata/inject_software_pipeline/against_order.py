# RUN: InjectSoftwarePipeline
# A block would run before the one whose result it reads.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for i in T.serial(16, annotations={"software_pipeline_stage": [0, 0, 1], "software_pipeline_order": [1, 0, 2]}):
                with T.sblock("body"):
                    T.reads(A[i, t])
                    T.writes(C[i, t])
                    B = T.sblock_alloc_buffer((4,), scope="shared")
                    D = T.sblock_alloc_buffer((4,), scope="shared")
                    with T.sblock("b"):
                        T.reads(A[i, t])
                        T.writes(B[t])
                        B[t] = A[i, t] * T.float32(2)
                    with T.sblock("d"):
                        T.reads(B[t])
                        T.writes(D[t])
                        D[t] = B[t] + T.float32(1)
                    with T.sblock("c"):
                        T.reads(D[t])
                        T.writes(C[i, t])
                        C[i, t] = D[t] + T.float32(1)
# ---
# error: the pipeline of loop i: a statement of it would run before one that it depends on
