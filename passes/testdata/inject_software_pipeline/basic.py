# RUN: InjectSoftwarePipeline
# Statements of several iterations run at once: what leads in, the loop, and what leads out; buffers of an iteration have as many versions as are in use.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def one_apart(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for i in T.serial(16, annotations={"software_pipeline_stage": [0, 0, 1], "software_pipeline_order": [0, 1, 2]}):
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

    @T.prim_func(s_tir=True)
    def far_apart(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for i in T.serial(16, annotations={"software_pipeline_stage": [0, 1, 3], "software_pipeline_order": [0, 1, 2]}):
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

    @T.prim_func(s_tir=True)
    def backwards(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for i in T.serial(16, annotations={"software_pipeline_stage": [0, 1, 3], "software_pipeline_order": [2, 1, 0]}):
                with T.sblock("body"):
                    T.reads(A[i, t])
                    T.writes(C[i, t])
                    B = T.sblock_alloc_buffer((4,), scope="shared")
                    D = T.sblock_alloc_buffer((4,), strides=(2,), scope="shared")
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

    @T.prim_func(s_tir=True)
    def any_length(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32"), n: T.int32):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for i in T.serial(n, annotations={"software_pipeline_stage": [0, 1, 2], "software_pipeline_order": [0, 1, 2]}):
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

    @T.prim_func(s_tir=True)
    def shorter(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for i in T.serial(2, annotations={"software_pipeline_stage": [0, 1, 3], "software_pipeline_order": [0, 1, 2]}):
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

    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
        # What is allocated around the loop, row by row.
        B = T.sblock_alloc_buffer((8,), "int32")
        for i in T.serial(1, 8, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [1, 0]}):
            with T.sblock("b"):
                v = T.axis.spatial(8, i)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v] * 2
            for j in range(2):
                with T.sblock("c"):
                    v = T.axis.spatial(8, i)
                    T.reads(B[v], C[v])
                    T.writes(C[v])
                    C[v] = C[v] * 3 + B[v]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def any_length(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32"), n: T.int32):
        # with T.sblock("root"):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            with T.sblock("body"):
                T.reads(A[0:16, 0:4])
                T.writes(C[0:16, 0:4])
                B = T.sblock_alloc_buffer((2, 4), scope="shared")
                D = T.sblock_alloc_buffer((2, 4), scope="shared")
                for i in T.unroll(2):
                    with T.sblock("b"):
                        T.where(i < n)
                        T.reads(A[i, t])
                        T.writes(B[i % 2, t])
                        B[i % 2, t] = A[i, t] * T.float32(2.0)
                    with T.sblock("d"):
                        T.where(1 <= i and i - 1 < n)
                        T.reads(B[(i - 1) % 2, t])
                        T.writes(D[(i - 1) % 2, t])
                        D[(i - 1) % 2, t] = B[(i - 1) % 2, t] + T.float32(1.0)
                for i in range(T.max(n - 2, 0)):
                    with T.sblock("b"):
                        T.reads(A[i + 2, t])
                        T.writes(B[(i + 2) % 2, t])
                        B[(i + 2) % 2, t] = A[i + 2, t] * T.float32(2.0)
                    with T.sblock("d"):
                        T.reads(B[(i + 1) % 2, t])
                        T.writes(D[(i + 1) % 2, t])
                        D[(i + 1) % 2, t] = B[(i + 1) % 2, t] + T.float32(1.0)
                    with T.sblock("c"):
                        T.reads(D[i % 2, t])
                        T.writes(C[i, t])
                        C[i, t] = D[i % 2, t] + T.float32(1.0)
                for i in T.unroll(2):
                    with T.sblock("d"):
                        T.where(i < 1 and 2 <= i + n)
                        T.reads(B[(i + n - 1) % 2, t])
                        T.writes(D[(i + n - 1) % 2, t])
                        D[(i + n - 1) % 2, t] = B[(i + n - 1) % 2, t] + T.float32(1.0)
                    with T.sblock("c"):
                        T.where(2 <= i + n)
                        T.reads(D[(i + n - 2) % 2, t])
                        T.writes(C[i + n - 2, t])
                        C[i + n - 2, t] = D[(i + n - 2) % 2, t] + T.float32(1.0)

    @T.prim_func(s_tir=True)
    def backwards(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        # with T.sblock("root"):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            with T.sblock("body"):
                T.reads(A[0:16, 0:4])
                T.writes(C[0:16, 0:4])
                B = T.sblock_alloc_buffer((4,), scope="shared")
                D = T.sblock_alloc_buffer((2, 4), strides=(8, 2), scope="shared")
                for i in T.unroll(3):
                    with T.sblock("d"):
                        T.where(1 <= i)
                        T.reads(B[t])
                        T.writes(D[(i - 1) % 2, t])
                        D[(i - 1) % 2, t] = B[t] + T.float32(1.0)
                    with T.sblock("b"):
                        T.reads(A[i, t])
                        T.writes(B[t])
                        B[t] = A[i, t] * T.float32(2.0)
                for i in range(13):
                    with T.sblock("c"):
                        T.reads(D[i % 2, t])
                        T.writes(C[i, t])
                        C[i, t] = D[i % 2, t] + T.float32(1.0)
                    with T.sblock("d"):
                        T.reads(B[t])
                        T.writes(D[(i + 2) % 2, t])
                        D[(i + 2) % 2, t] = B[t] + T.float32(1.0)
                    with T.sblock("b"):
                        T.reads(A[i + 3, t])
                        T.writes(B[t])
                        B[t] = A[i + 3, t] * T.float32(2.0)
                for i in T.unroll(3):
                    with T.sblock("c"):
                        T.reads(D[(i + 13) % 2, t])
                        T.writes(C[i + 13, t])
                        C[i + 13, t] = D[(i + 13) % 2, t] + T.float32(1.0)
                    with T.sblock("d"):
                        T.where(i < 1)
                        T.reads(B[t])
                        T.writes(D[(i + 15) % 2, t])
                        D[(i + 15) % 2, t] = B[t] + T.float32(1.0)

    @T.prim_func(s_tir=True)
    def far_apart(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        # with T.sblock("root"):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            with T.sblock("body"):
                T.reads(A[0:16, 0:4])
                T.writes(C[0:16, 0:4])
                B = T.sblock_alloc_buffer((2, 4), scope="shared")
                D = T.sblock_alloc_buffer((3, 4), scope="shared")
                for i in T.unroll(3):
                    with T.sblock("b"):
                        T.reads(A[i, t])
                        T.writes(B[i % 2, t])
                        B[i % 2, t] = A[i, t] * T.float32(2.0)
                    with T.sblock("d"):
                        T.where(1 <= i)
                        T.reads(B[(i - 1) % 2, t])
                        T.writes(D[(i - 1) % 3, t])
                        D[(i - 1) % 3, t] = B[(i - 1) % 2, t] + T.float32(1.0)
                for i in range(13):
                    with T.sblock("b"):
                        T.reads(A[i + 3, t])
                        T.writes(B[(i + 3) % 2, t])
                        B[(i + 3) % 2, t] = A[i + 3, t] * T.float32(2.0)
                    with T.sblock("d"):
                        T.reads(B[(i + 2) % 2, t])
                        T.writes(D[(i + 2) % 3, t])
                        D[(i + 2) % 3, t] = B[(i + 2) % 2, t] + T.float32(1.0)
                    with T.sblock("c"):
                        T.reads(D[i % 3, t])
                        T.writes(C[i, t])
                        C[i, t] = D[i % 3, t] + T.float32(1.0)
                for i in T.unroll(3):
                    with T.sblock("d"):
                        T.where(i < 1)
                        T.reads(B[(i + 15) % 2, t])
                        T.writes(D[(i + 15) % 3, t])
                        D[(i + 15) % 3, t] = B[(i + 15) % 2, t] + T.float32(1.0)
                    with T.sblock("c"):
                        T.reads(D[(i + 13) % 3, t])
                        T.writes(C[i + 13, t])
                        C[i + 13, t] = D[(i + 13) % 3, t] + T.float32(1.0)

    @T.prim_func(s_tir=True)
    def one_apart(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        # with T.sblock("root"):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            with T.sblock("body"):
                T.reads(A[0:16, 0:4])
                T.writes(C[0:16, 0:4])
                B = T.sblock_alloc_buffer((4,), scope="shared")
                D = T.sblock_alloc_buffer((2, 4), scope="shared")
                with T.sblock("b"):
                    T.reads(A[0, t])
                    T.writes(B[t])
                    B[t] = A[0, t] * T.float32(2.0)
                with T.sblock("d"):
                    T.reads(B[t])
                    T.writes(D[T.FloorMod(0, 2), t])
                    D[T.FloorMod(0, 2), t] = B[t] + T.float32(1.0)
                for i in range(15):
                    with T.sblock("b"):
                        T.reads(A[i + 1, t])
                        T.writes(B[t])
                        B[t] = A[i + 1, t] * T.float32(2.0)
                    with T.sblock("d"):
                        T.reads(B[t])
                        T.writes(D[(i + 1) % 2, t])
                        D[(i + 1) % 2, t] = B[t] + T.float32(1.0)
                    with T.sblock("c"):
                        T.reads(D[i % 2, t])
                        T.writes(C[i, t])
                        C[i, t] = D[i % 2, t] + T.float32(1.0)
                with T.sblock("c"):
                    T.reads(D[T.FloorMod(15, 2), t])
                    T.writes(C[15, t])
                    C[15, t] = D[T.FloorMod(15, 2), t] + T.float32(1.0)

    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
        # with T.sblock("root"):
        B = T.sblock_alloc_buffer((8,), "int32")
        with T.sblock("b"):
            v = T.axis.spatial(8, 1)
            T.reads(A[v])
            T.writes(B[v])
            B[v] = A[v] * 2
        for i in range(6):
            for j in range(2):
                with T.sblock("c"):
                    v = T.axis.spatial(8, i + 1)
                    T.reads(B[v], C[v])
                    T.writes(C[v])
                    C[v] = C[v] * 3 + B[v]
            with T.sblock("b"):
                v = T.axis.spatial(8, i + 2)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v] * 2
        for j in range(2):
            with T.sblock("c"):
                v = T.axis.spatial(8, 7)
                T.reads(B[v], C[v])
                T.writes(C[v])
                C[v] = C[v] * 3 + B[v]

    @T.prim_func(s_tir=True)
    def shorter(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        # with T.sblock("root"):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            with T.sblock("body"):
                T.reads(A[0:16, 0:4])
                T.writes(C[0:16, 0:4])
                B = T.sblock_alloc_buffer((2, 4), scope="shared")
                D = T.sblock_alloc_buffer((3, 4), scope="shared")
                for i in T.unroll(3):
                    with T.sblock("b"):
                        T.where(i < 2)
                        T.reads(A[i, t])
                        T.writes(B[i % 2, t])
                        B[i % 2, t] = A[i, t] * T.float32(2.0)
                    with T.sblock("d"):
                        T.where(1 <= i)
                        T.reads(B[(i - 1) % 2, t])
                        T.writes(D[(i - 1) % 3, t])
                        D[(i - 1) % 3, t] = B[(i - 1) % 2, t] + T.float32(1.0)
                for i in T.unroll(3):
                    with T.sblock("c"):
                        T.where(1 <= i)
                        T.reads(D[(i - 1) % 3, t])
                        T.writes(C[i - 1, t])
                        C[i - 1, t] = D[(i - 1) % 3, t] + T.float32(1.0)
