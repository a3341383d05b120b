# RUN: InjectDoubleBuffer
# What would not be the same an iteration ahead: memory that is used behind the loop, that is not all filled, that others write, that is read in
# front; what reads what the iteration before it stores; what some threads do not come to; what stands in no loop.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def behind(A: T.Buffer((16,), "float32"), B: T.Buffer((17,), "float32")):
        S = T.alloc_buffer((1,), "float32", scope="local")
        for i in range(16):
            with T.attr(S.data, "double_buffer_scope", 1):
                S[0] = A[i]
            B[i] = S[0]
        B[16] = S[0]

    @T.prim_func
    def part(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        S = T.alloc_buffer((2,), "float32", scope="local")
        for i in range(16):
            with T.attr(S.data, "double_buffer_scope", 1):
                S[i % 2] = A[i]
            if i > 0:
                B[i] = S[0] + S[1]

    @T.prim_func
    def written(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        S = T.alloc_buffer((1,), "float32", scope="local")
        for i in range(16):
            with T.attr(S.data, "double_buffer_scope", 1):
                S[0] = A[i]
            S[0] = S[0] + T.float32(1)
            B[i] = S[0]

    @T.prim_func
    def in_front(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        S = T.alloc_buffer((1,), "float32", scope="local")
        for i in range(16):
            if i > 0:
                B[i] = S[0]
            with T.attr(S.data, "double_buffer_scope", 1):
                S[0] = A[i]

    @T.prim_func
    def carried(A: T.Buffer((17,), "float32")):
        S = T.alloc_buffer((1,), "float32", scope="local")
        for i in range(16):
            with T.attr(S.data, "double_buffer_scope", 1):
                S[0] = A[i]
            A[i + 1] = S[0] * T.float32(2)

    @T.prim_func
    def some(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 4) as tx:
            S = T.alloc_buffer((4,), "float32", scope="shared")
            if tx < 2:
                for i in range(16):
                    with T.attr(S.data, "double_buffer_scope", 1):
                        S[tx] = A[i * 4 + tx]
                    B[i * 4 + tx] = S[tx]

    @T.prim_func
    def alone(A: T.Buffer((1,), "float32")):
        S = T.alloc_buffer((1,), "float32", scope="local")
        with T.attr(S.data, "double_buffer_scope", 1):
            S[0] = T.float32(1)
        A[0] = S[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def alone(A: T.Buffer((1,), "float32")):
        S: T.float32
        with T.attr(S.buffer.data, "double_buffer_scope", 1):
            S = T.float32(1.0)
        A[0] = S

    @T.prim_func
    def behind(A: T.Buffer((16,), "float32"), B: T.Buffer((17,), "float32")):
        S: T.float32
        for i in range(16):
            with T.attr(S.buffer.data, "double_buffer_scope", 1):
                S = A[i]
            B[i] = S
        B[16] = S

    @T.prim_func
    def carried(A: T.Buffer((17,), "float32")):
        S: T.float32
        for i in range(16):
            with T.attr(S.buffer.data, "double_buffer_scope", 1):
                S = A[i]
            A[i + 1] = S * T.float32(2.0)

    @T.prim_func
    def in_front(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        S: T.float32
        for i in range(16):
            if i > 0:
                B[i] = S
            with T.attr(S.buffer.data, "double_buffer_scope", 1):
                S = A[i]

    @T.prim_func
    def part(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        S = T.alloc_local((2,))
        for i in range(16):
            with T.attr(S.data, "double_buffer_scope", 1):
                S[i % 2] = A[i]
            if i > 0:
                B[i] = S[0] + S[1]

    @T.prim_func
    def some(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 4)
        S = T.alloc_shared((4,))
        if tx < 2:
            for i in range(16):
                with T.attr(S.data, "double_buffer_scope", 1):
                    S[tx] = A[i * 4 + tx]
                B[i * 4 + tx] = S[tx]

    @T.prim_func
    def written(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        S: T.float32
        for i in range(16):
            with T.attr(S.buffer.data, "double_buffer_scope", 1):
                S = A[i]
            S = S + T.float32(1.0)
            B[i] = S
# note: loop i now: what it fills is used outside of the loop as well
# note: loop i now: it is not known to fill all of its memory
# note: loop i now: what it fills is written by others as well
# note: loop i now: what it fills is used in front of it
# note: loop i now: it may depend on what the iteration before it does
# note: loop i now: it is not known to fill all of its memory
