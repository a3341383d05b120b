# RUN: BF16StorageLegalize
# What a reduction over threads writes keeps its dtype; all else becomes bits.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "bfloat16"), B: T.Buffer((8,), "bfloat16")):
        x = T.launch_thread("threadIdx.x", 8)
        own = T.alloc_buffer((1,), "bfloat16", scope="local")
        sum = T.alloc_buffer((1,), "bfloat16", scope="local")
        own[0] = A[x]
        sum[0] = own[0]
        with T.attr(T.comm_reducer(lambda a, b: a + b, [T.bfloat16(0)]), "reduce_scope", 0):
            T.tvm_thread_allreduce(T.uint32(1), own[0], T.bool(True), sum[0], x)
        B[x] = sum[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "bfloat16"), B: T.Buffer((8,), "bfloat16")):
        A_1 = A.view("uint16")
        B_1 = B.view("uint16")
        with T.launch_thread("threadIdx.x", 8) as x:
            own: T.uint16
            sum: T.bfloat16
            own = A_1[x]
            sum = T.reinterpret("bfloat16", own)
            with T.attr(T.comm_reducer(lambda a, b: a + b, [T.bfloat16(0.0)]), "reduce_scope", 0):
                T.tvm_thread_allreduce(T.uint32(1), T.reinterpret("bfloat16", own), T.bool(True), sum, x)
            B_1[x] = T.reinterpret("uint16", sum)
