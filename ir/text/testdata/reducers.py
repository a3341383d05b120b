# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def greatest(X: T.Buffer((4, 32), "int32"), A: T.Buffer((4, 32), "float32"), D: T.Buffer((4,), "int32"), V: T.Buffer((4,), "float32")):
        # with T.sblock("root"):
        at = T.sblock_alloc_buffer((1,), "int32", strides=(1,), scope="local")
        value = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
        for i in T.thread_binding(4, thread="blockIdx.x"):
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("cross_thread"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(A[vi, vk], X[vi, vk])
                    T.writes(at[0], value[0])
                    T.attr(T.comm_reducer(lambda x0, x1, y0, y1: (T.Select(x1 >= y1, x0, y0), T.Select(x1 >= y1, x1, y1)), [-1, T.float32(-340282346638528859811704183484516925440.0)]), "reduce_scope", 0)
                    T.tvm_thread_allreduce(T.uint32(2), X[vi, vk], A[vi, vk], T.bool(True), at[0], value[0], k)
                with T.sblock("write_back"):
                    vi = T.axis.spatial(4, i)
                    T.where(k == 0)
                    T.reads(at[0], value[0])
                    T.writes(D[vi], V[vi])
                    D[vi] = at[0]
                    V[vi] = value[0]

    @T.prim_func
    def sums(A: T.Buffer((4, 8, 16), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((4,), "int64")):
        i = T.launch_thread("blockIdx.x", 4)
        total: T.float32
        least = T.alloc_local((2,), "int64")
        with T.launch_thread("threadIdx.y", 8) as y:
            x = T.launch_thread("threadIdx.x", 16)
            with T.attr(T.comm_reducer(lambda a, b: a + b, [T.float32(0.0)]), "reduce_scope", 0):
                T.tvm_thread_allreduce(T.uint32(1), A[i, y, x], x < 13, total, x, y)
            with T.attr(T.comm_reducer(lambda a, b: T.min(a, b), [T.int64(100)]), "reduce_scope", 0):
                T.tvm_thread_allreduce(T.uint32(1), T.Cast("int64", A[i, y, x]), T.bool(True), least[1], x)
            if x == 0 and y == 0:
                B[i] = total
                C[i] = least[1]
