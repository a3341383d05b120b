# RUN: LowerThreadAllreduce
# Segments of a warp exchange; groups that are none go through shared memory, each step behind a barrier; several values are computed before one
# is stored; one thread keeps its own.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def lanes(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4,), "float32")):
        y = T.launch_thread("threadIdx.y", 4)
        r = T.alloc_buffer((1,), "float32", scope="local")
        x = T.launch_thread("threadIdx.x", 8)
        with T.attr(T.comm_reducer(lambda a, b: a + b, [T.float32(0)]), "reduce_scope", 0):
            T.tvm_thread_allreduce(T.uint32(1), A[y, x], x < 7, r[0], x)
        B[y] = r[0]

    @T.prim_func
    def across(A: T.Buffer((3, 8), "float32"), B: T.Buffer((8,), "float32")):
        y = T.launch_thread("threadIdx.y", 3)
        r = T.alloc_buffer((1,), "float32", scope="local")
        x = T.launch_thread("threadIdx.x", 8)
        for k in range(2):
            with T.attr(T.comm_reducer(lambda a, b: a * b, [T.float32(1)]), "reduce_scope", 0):
                T.tvm_thread_allreduce(T.uint32(1), A[y, x], T.bool(True), r[0], y)
            B[x] = r[0]

    @T.prim_func
    def greatest(A: T.Buffer((5,), "int32"), B: T.Buffer((5,), "int32")):
        x = T.launch_thread("threadIdx.x", 5)
        v = T.alloc_buffer((1,), "int32", scope="local")
        i = T.alloc_buffer((1,), "int32", scope="local")
        with T.attr(T.comm_reducer(lambda v0, i0, v1, i1: (T.Select(v0 >= v1, v0, v1), T.Select(v0 >= v1, i0, i1)), [0, -1]), "reduce_scope", 0):
            T.tvm_thread_allreduce(T.uint32(2), A[x], x, T.bool(True), v[0], i[0], x)
        B[x] = i[0]

    @T.prim_func
    def alone(A: T.Buffer((5,), "int32"), B: T.Buffer((5,), "int32")):
        b = T.launch_thread("blockIdx.x", 5)
        v = T.alloc_buffer((1,), "int32", scope="local")
        x = T.launch_thread("threadIdx.x", 1)
        with T.attr(T.comm_reducer(lambda a, c: a + c, [0]), "reduce_scope", 0):
            T.tvm_thread_allreduce(T.uint32(1), A[b], b < 3, v[0], x)
        B[b] = v[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def across(A: T.Buffer((3, 8), "float32"), B: T.Buffer((8,), "float32")):
        y = T.launch_thread("threadIdx.y", 3)
        r: T.float32
        with T.launch_thread("threadIdx.x", 8) as x:
            for k in range(2):
                red_buf0 = T.alloc_shared((24,))
                T.tvm_storage_sync("shared", T.bool(False), -1)
                red_buf0[x * 3 + y] = A[y, x]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                if y == 0:
                    for k_1 in range(2):
                        red_buf0[x * 3] = red_buf0[x * 3] * red_buf0[x * 3 + (k_1 + 1)]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                r = red_buf0[x * 3]
                B[x] = r

    @T.prim_func
    def alone(A: T.Buffer((5,), "int32"), B: T.Buffer((5,), "int32")):
        b = T.launch_thread("blockIdx.x", 5)
        v: T.int32
        with T.launch_thread("threadIdx.x", 1) as x:
            v = T.Select(b < 3, A[b], 0)
            B[b] = v

    @T.prim_func
    def greatest(A: T.Buffer((5,), "int32"), B: T.Buffer((5,), "int32")):
        x = T.launch_thread("threadIdx.x", 5)
        v: T.int32
        i: T.int32
        red_buf0 = T.alloc_shared((5,), "int32")
        red_buf1 = T.alloc_shared((5,), "int32")
        T.tvm_storage_sync("shared", T.bool(False), -1)
        red: T.let[T.int32] = A[x]
        red_1: T.let[T.int32] = x
        red_buf0[x] = red
        red_buf1[x] = red_1
        T.tvm_storage_sync("shared", T.bool(False), -1)
        if x % 2 == 0 and x + 1 < 5:
            red_2: T.let[T.int32] = T.Select(red_buf0[x] >= red_buf0[x + 1], red_buf0[x], red_buf0[x + 1])
            red_3: T.let[T.int32] = T.Select(red_buf0[x] >= red_buf0[x + 1], red_buf1[x], red_buf1[x + 1])
            red_buf0[x] = red_2
            red_buf1[x] = red_3
        T.tvm_storage_sync("shared", T.bool(False), -1)
        if x % 4 == 0 and x + 2 < 5:
            red_2: T.let[T.int32] = T.Select(red_buf0[x] >= red_buf0[x + 2], red_buf0[x], red_buf0[x + 2])
            red_3: T.let[T.int32] = T.Select(red_buf0[x] >= red_buf0[x + 2], red_buf1[x], red_buf1[x + 2])
            red_buf0[x] = red_2
            red_buf1[x] = red_3
        T.tvm_storage_sync("shared", T.bool(False), -1)
        if x % 8 == 0 and x + 4 < 5:
            red_2: T.let[T.int32] = T.Select(red_buf0[x] >= red_buf0[x + 4], red_buf0[x], red_buf0[x + 4])
            red_3: T.let[T.int32] = T.Select(red_buf0[x] >= red_buf0[x + 4], red_buf1[x], red_buf1[x + 4])
            red_buf0[x] = red_2
            red_buf1[x] = red_3
        T.tvm_storage_sync("shared", T.bool(False), -1)
        red_2: T.let[T.int32] = red_buf0[0]
        red_3: T.let[T.int32] = red_buf1[0]
        v = red_2
        i = red_3
        B[x] = i

    @T.prim_func
    def lanes(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4,), "float32")):
        y = T.launch_thread("threadIdx.y", 4)
        r: T.float32
        with T.launch_thread("threadIdx.x", 8) as x:
            red_buf0 = T.alloc_shared((32,))
            T.tvm_storage_sync("shared", T.bool(False), -1)
            red_buf0[y * 8 + x] = T.Select(x < 7, A[y, x], T.float32(0.0))
            T.tvm_storage_sync("shared", T.bool(False), -1)
            if x == 0:
                for k in range(7):
                    red_buf0[y * 8] = red_buf0[y * 8] + red_buf0[y * 8 + (k + 1)]
            T.tvm_storage_sync("shared", T.bool(False), -1)
            r = red_buf0[y * 8]
            B[y] = r
