# RUN: LowerCrossThreadReduction
# What threads bring, reduced over threads; one thread stores the result where they share its memory, and what stands in no loop over the threads
# runs in the first one. Barriers stand where a block sees what another thread stored.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def local_result(A: T.Buffer((8, 60), "float32"), C: T.Buffer((8,), "float32")):
        B = T.sblock_alloc_buffer((8,), scope="local")
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for k0 in range(2):
              for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("B"):
                    vi = T.axis.spatial(8, i)
                    vk = T.axis.reduce(60, k0*32+k)
                    T.where(k0*32+k < 60)
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0)
                    B[vi] = B[vi] + A[vi, vk]
            with T.sblock("C"):
                vi = T.axis.spatial(8, i)
                T.reads(B[vi])
                T.writes(C[vi])
                C[vi] = B[vi] * T.float32(2)

    @T.prim_func(s_tir=True)
    def two_axes(A: T.Buffer((8, 4, 64), "int32"), B: T.Buffer((8,), "int32")):
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for k in T.thread_binding(64, thread="threadIdx.x"):
              for j in T.thread_binding(4, thread="threadIdx.y"):
                with T.sblock("B"):
                    vi = T.axis.remap("S", [i])
                    vk = T.axis.reduce(64, k)
                    vj = T.axis.reduce(4, j)
                    T.reads(A[vi, vj, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = 1
                    B[vi] = B[vi] * A[vi, vj, vk]

    @T.prim_func(s_tir=True)
    def beside(A: T.Buffer((8, 64), "int32"), B: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for k in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("B"):
                    vi = T.axis.remap("S", [i])
                    vk = T.axis.reduce(64, k)
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = 0
                    B[vi] = B[vi] + A[vi, vk]
            for k in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("D"):
                    vi = T.axis.remap("S", [i])
                    vk = T.axis.reduce(64, k)
                    T.reads(A[vi, vk])
                    T.writes(C[vi])
                    with T.init():
                        C[vi] = -2147483648
                    C[vi] = T.max(C[vi], A[vi, vk])

    @T.prim_func(s_tir=True)
    def staged(A: T.Buffer((8, 32), "float32"), C: T.Buffer((8, 32), "float32")):
        B = T.sblock_alloc_buffer((8,), scope="shared")
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for y in T.thread_binding(4, thread="threadIdx.y"):
                for k in T.thread_binding(8, thread="threadIdx.x"):
                    for k1 in range(4):
                        with T.sblock("B"):
                            vi = T.axis.spatial(8, i)
                            vk = T.axis.reduce(32, k1 * 8 + k)
                            T.reads(A[vi, vk])
                            T.writes(B[vi])
                            with T.init():
                                B[vi] = T.float32(-1)
                            B[vi] = T.max(B[vi], A[vi, vk])
                for k in T.thread_binding(8, thread="threadIdx.x"):
                    with T.sblock("C"):
                        vi = T.axis.spatial(8, i)
                        vj = T.axis.spatial(32, y * 8 + k)
                        T.reads(B[vi], A[vi, vj])
                        T.writes(C[vi, vj])
                        C[vi, vj] = B[vi] * A[vi, vj]

    @T.prim_func(s_tir=True)
    def any_length(a: T.handle, B: T.Buffer((5,), "int32")):
        n = T.int32()
        A = T.match_buffer(a, (5, n), "int32")
        for i0 in T.thread_binding(2, thread="blockIdx.x"):
            for i1 in range(3):
                for k0 in range((n + 31) // 32):
                    for k in T.thread_binding(32, thread="threadIdx.x"):
                        with T.sblock("B"):
                            vi = T.axis.spatial(5, i0 * 3 + i1)
                            vk = T.axis.reduce(n, k0 * 32 + k)
                            T.where(i0 * 3 + i1 < 5 and k0 * 32 + k < n)
                            T.reads(A[vi, vk])
                            T.writes(B[vi])
                            with T.init():
                                B[vi] = 0
                            B[vi] = B[vi] + A[vi, vk]

    @T.prim_func(s_tir=True)
    def in_turn(A: T.Buffer((8, 32), "int32"), B: T.Buffer((8, 32), "int32")):
        S = T.sblock_alloc_buffer((32,), "int32", scope="shared")
        M = T.sblock_alloc_buffer((1,), "int32", scope="shared")
        for b in T.thread_binding(1, thread="blockIdx.x"):
            for i in range(8):
                for k in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("S"):
                        vi, vk = T.axis.remap("SS", [i, k])
                        T.reads(A[vi, vk])
                        T.writes(S[vk])
                        S[vk] = A[vi, vk]
                for k in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("M"):
                        vk = T.axis.reduce(32, k)
                        T.reads(S[vk])
                        T.writes(M[0])
                        with T.init():
                            M[0] = 0
                        M[0] = M[0] + S[vk]
                for k in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("B"):
                        vi, vk = T.axis.remap("SS", [i, k])
                        T.reads(S[31 - vk], M[0])
                        T.writes(B[vi, vk])
                        B[vi, vk] = S[31 - vk] - M[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def any_length(A: T.Buffer((5, "n"), "int32"), B: T.Buffer((5,), "int32")):
        n = T.int32()
        # with T.sblock("root"):
        cross_thread_B = T.sblock_alloc_buffer((1,), "int32", scope="local")
        in_thread_B = T.sblock_alloc_buffer((1,), "int32", scope="local")
        for i0 in T.thread_binding(2, thread="blockIdx.x"):
            for i1 in range(3):
                for k in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("B_in_thread_init"):
                        T.reads()
                        T.writes(in_thread_B[0])
                        in_thread_B[0] = 0
                    for k0 in range((n + 31) // 32):
                        with T.sblock("B_in_thread"):
                            vi = T.axis.spatial(5, i0 * 3 + i1)
                            vk = T.axis.reduce(n, k0 * 32 + k)
                            T.where(i0 * 3 + i1 < 5 and k0 * 32 + k < n)
                            T.reads(A[vi, vk])
                            T.writes(in_thread_B[0])
                            in_thread_B[0] = in_thread_B[0] + A[vi, vk]
                    with T.sblock("B_cross_thread"):
                        T.reads(in_thread_B[0])
                        T.writes(cross_thread_B[0])
                        T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [0]), "reduce_scope", 0)
                        T.tvm_thread_allreduce(T.uint32(1), in_thread_B[0], T.bool(True), cross_thread_B[0], k)
                    with T.sblock("B_write_back"):
                        vi = T.axis.spatial(5, i0 * 3 + i1)
                        T.where(i0 * 3 + i1 < 5 and 0 < n and 0 < (n + 31) // 32 and k == 0)
                        T.reads(cross_thread_B[0])
                        T.writes(B[vi])
                        B[vi] = cross_thread_B[0]

    @T.prim_func(s_tir=True)
    def beside(A: T.Buffer((8, 64), "int32"), B: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
        # with T.sblock("root"):
        cross_thread_B = T.sblock_alloc_buffer((1,), "int32", scope="local")
        cross_thread_C = T.sblock_alloc_buffer((1,), "int32", scope="local")
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for k in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("B_cross_thread"):
                    T.reads(A[i, k])
                    T.writes(cross_thread_B[0])
                    T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [0]), "reduce_scope", 0)
                    T.tvm_thread_allreduce(T.uint32(1), A[i, k], T.bool(True), cross_thread_B[0], k)
                with T.sblock("B_write_back"):
                    vi = T.axis.spatial(8, i)
                    T.where(k == 0)
                    T.reads(cross_thread_B[0])
                    T.writes(B[vi])
                    B[vi] = cross_thread_B[0]
            for k in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("D_cross_thread"):
                    T.reads(A[i, k])
                    T.writes(cross_thread_C[0])
                    T.attr(T.comm_reducer(lambda x0, y0: T.max(x0, y0), [-2147483648]), "reduce_scope", 0)
                    T.tvm_thread_allreduce(T.uint32(1), A[i, k], T.bool(True), cross_thread_C[0], k)
                with T.sblock("D_write_back"):
                    vi = T.axis.spatial(8, i)
                    T.where(k == 0)
                    T.reads(cross_thread_C[0])
                    T.writes(C[vi])
                    C[vi] = cross_thread_C[0]

    @T.prim_func(s_tir=True)
    def in_turn(A: T.Buffer((8, 32), "int32"), B: T.Buffer((8, 32), "int32")):
        # with T.sblock("root"):
        S = T.sblock_alloc_buffer((32,), "int32", scope="shared")
        M = T.sblock_alloc_buffer((1,), "int32", scope="shared")
        cross_thread_M = T.sblock_alloc_buffer((1,), "int32", scope="local")
        for b in T.thread_binding(1, thread="blockIdx.x"):
            for i in range(8):
                for k in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("S"):
                        vi, vk = T.axis.remap("SS", [i, k])
                        T.reads(A[vi, vk])
                        T.writes(S[vk])
                        S[vk] = A[vi, vk]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                for k in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("M_cross_thread"):
                        T.reads(S[k])
                        T.writes(cross_thread_M[0])
                        T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [0]), "reduce_scope", 0)
                        T.tvm_thread_allreduce(T.uint32(1), S[k], T.bool(True), cross_thread_M[0], k)
                    with T.sblock("M_write_back"):
                        T.where(k == 0)
                        T.reads(cross_thread_M[0])
                        T.writes(M[0])
                        M[0] = cross_thread_M[0]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                for k in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("B"):
                        vi, vk = T.axis.remap("SS", [i, k])
                        T.reads(S[31 - vk], M[0])
                        T.writes(B[vi, vk])
                        B[vi, vk] = S[31 - vk] - M[0]
                T.tvm_storage_sync("shared", T.bool(False), -1)

    @T.prim_func(s_tir=True)
    def local_result(A: T.Buffer((8, 60), "float32"), C: T.Buffer((8,), "float32")):
        # with T.sblock("root"):
        B = T.sblock_alloc_buffer((8,), scope="local")
        cross_thread_B = T.sblock_alloc_buffer((1,), scope="local")
        in_thread_B = T.sblock_alloc_buffer((1,), scope="local")
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("B_in_thread_init"):
                    T.reads()
                    T.writes(in_thread_B[0])
                    in_thread_B[0] = T.float32(0.0)
                for k0 in range(2):
                    with T.sblock("B_in_thread"):
                        vi = T.axis.spatial(8, i)
                        vk = T.axis.reduce(60, k0 * 32 + k)
                        T.where(k0 * 32 + k < 60)
                        T.reads(A[vi, vk])
                        T.writes(in_thread_B[0])
                        in_thread_B[0] = in_thread_B[0] + A[vi, vk]
                with T.sblock("B_cross_thread"):
                    T.reads(in_thread_B[0])
                    T.writes(cross_thread_B[0])
                    T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", 0)
                    T.tvm_thread_allreduce(T.uint32(1), in_thread_B[0], T.bool(True), cross_thread_B[0], k)
                with T.sblock("B_write_back"):
                    vi = T.axis.spatial(8, i)
                    T.reads(cross_thread_B[0])
                    T.writes(B[vi])
                    B[vi] = cross_thread_B[0]
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("C"):
                    vi = T.axis.spatial(8, i)
                    T.where(k == 0)
                    T.reads(B[vi])
                    T.writes(C[vi])
                    C[vi] = B[vi] * T.float32(2.0)

    @T.prim_func(s_tir=True)
    def staged(A: T.Buffer((8, 32), "float32"), C: T.Buffer((8, 32), "float32")):
        # with T.sblock("root"):
        B = T.sblock_alloc_buffer((8,), scope="shared")
        cross_thread_B = T.sblock_alloc_buffer((1,), scope="local")
        in_thread_B = T.sblock_alloc_buffer((1,), scope="local")
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for y in T.thread_binding(4, thread="threadIdx.y"):
                for k in T.thread_binding(8, thread="threadIdx.x"):
                    with T.sblock("B_in_thread_init"):
                        T.reads()
                        T.writes(in_thread_B[0])
                        in_thread_B[0] = T.float32(-1.0)
                    for k1 in range(4):
                        with T.sblock("B_in_thread"):
                            vi = T.axis.spatial(8, i)
                            vk = T.axis.reduce(32, k1 * 8 + k)
                            T.reads(A[vi, vk])
                            T.writes(in_thread_B[0])
                            in_thread_B[0] = T.max(in_thread_B[0], A[vi, vk])
                    with T.sblock("B_cross_thread"):
                        T.reads(in_thread_B[0])
                        T.writes(cross_thread_B[0])
                        T.attr(T.comm_reducer(lambda x0, y0: T.max(x0, y0), [T.float32(-1.0)]), "reduce_scope", 0)
                        T.tvm_thread_allreduce(T.uint32(1), in_thread_B[0], T.bool(True), cross_thread_B[0], k)
                    with T.sblock("B_write_back"):
                        vi = T.axis.spatial(8, i)
                        T.where(k == 0 and y == 0)
                        T.reads(cross_thread_B[0])
                        T.writes(B[vi])
                        B[vi] = cross_thread_B[0]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                for k in T.thread_binding(8, thread="threadIdx.x"):
                    with T.sblock("C"):
                        vi = T.axis.spatial(8, i)
                        vj = T.axis.spatial(32, y * 8 + k)
                        T.reads(B[vi], A[vi, vj])
                        T.writes(C[vi, vj])
                        C[vi, vj] = B[vi] * A[vi, vj]

    @T.prim_func(s_tir=True)
    def two_axes(A: T.Buffer((8, 4, 64), "int32"), B: T.Buffer((8,), "int32")):
        # with T.sblock("root"):
        cross_thread_B = T.sblock_alloc_buffer((1,), "int32", scope="local")
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for k in T.thread_binding(64, thread="threadIdx.x"):
                for j in T.thread_binding(4, thread="threadIdx.y"):
                    with T.sblock("B_cross_thread"):
                        T.reads(A[i, j, k])
                        T.writes(cross_thread_B[0])
                        T.attr(T.comm_reducer(lambda x0, y0: x0 * y0, [1]), "reduce_scope", 0)
                        T.tvm_thread_allreduce(T.uint32(1), A[i, j, k], T.bool(True), cross_thread_B[0], k, j)
                    with T.sblock("B_write_back"):
                        vi = T.axis.spatial(8, i)
                        T.where(k == 0 and j == 0)
                        T.reads(cross_thread_B[0])
                        T.writes(B[vi])
                        B[vi] = cross_thread_B[0]
