# RUN: LowerCrossThreadReduction
# A number of iterations that is divided out of sizes of which nothing else is known: n + m may overflow, its 256th part does not.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("m + n",), "float32"), B: T.Buffer((1,), "float32"), n: T.int64, m: T.int64):
        for b in T.thread_binding(1, thread="blockIdx.x"):
            for t in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                for k in range((m + n + T.int64(255)) // T.int64(256)):
                    with T.sblock("B"):
                        v = T.axis.reduce(m + n, k * T.int64(256) + t)
                        T.where(k * T.int64(256) + t < m + n)
                        T.reads(A[v])
                        T.writes(B[0])
                        with T.init():
                            B[0] = T.float32(0)
                        B[0] = B[0] + A[v]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("m + n",), "float32"), B: T.Buffer((1,), "float32"), n: T.int64, m: T.int64):
        # with T.sblock("root"):
        cross_thread_B = T.sblock_alloc_buffer((1,), scope="local")
        in_thread_B = T.sblock_alloc_buffer((1,), scope="local")
        for b in T.thread_binding(1, thread="blockIdx.x"):
            for t in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                with T.sblock("B_in_thread_init"):
                    T.reads()
                    T.writes(in_thread_B[0])
                    in_thread_B[0] = T.float32(0.0)
                for k in range((m + n + T.int64(255)) // T.int64(256)):
                    with T.sblock("B_in_thread"):
                        v = T.axis.reduce(m + n, k * T.int64(256) + t)
                        T.where(k * T.int64(256) + t < m + n)
                        T.reads(A[v])
                        T.writes(in_thread_B[0])
                        in_thread_B[0] = in_thread_B[0] + A[v]
                with T.sblock("B_cross_thread"):
                    T.reads(in_thread_B[0])
                    T.writes(cross_thread_B[0])
                    T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", 0)
                    T.tvm_thread_allreduce(T.uint32(1), in_thread_B[0], T.bool(True), cross_thread_B[0], t)
                with T.sblock("B_write_back"):
                    T.where(T.int64(0) < m + n and T.int64(0) < (m + n + T.int64(255)) // T.int64(256) and t == T.int64(0))
                    T.reads(cross_thread_B[0])
                    T.writes(B[0])
                    B[0] = cross_thread_B[0]
