# RUN: ThreadSync{"storage_scope": "shared"}
# Calls reach memory by its pointer: one that may write it, one that reads it, and one that reads other memory.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def tiles(A: T.Buffer((256,), "float16"), C: T.Buffer((256,), "float32")):
        t = T.launch_thread("threadIdx.x", 32)
        s = T.alloc_buffer((256,), "float16", scope="shared")
        r = T.alloc_buffer((256,), "float32", scope="shared")
        a = T.alloc_buffer((256,), "float16", scope="wmma.matrix_a")
        b = T.alloc_buffer((256,), "float16", scope="wmma.matrix_b")
        c = T.alloc_buffer((256,), scope="wmma.accumulator")
        T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0))
        for k in range(2):
            for i in range(8):
                s[i * 32 + t] = A[i * 32 + t]
            T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), s.data, 0, 256, 1), 16, "row_major")
            T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), s.data, 0, 256, 1), 16, "col_major")
            T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)
        T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float32"), r.data, 0, 256, 2), 16, "row_major")
        for i in range(8):
            C[i * 32 + t] = r[i * 32 + t]

    @T.prim_func
    def anything(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        t = T.launch_thread("threadIdx.x", 32)
        s = T.alloc_buffer((32,), "float32", scope="shared")
        d = T.alloc_buffer((32,), "float32", scope="shared.dyn")
        s[t] = A[t]
        T.call_extern("int32", "of_other_memory", d.data)
        T.call_extern("int32", "of_this_memory", s.data)
        B[t] = s[t]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def anything(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        t = T.launch_thread("threadIdx.x", 32)
        s = T.alloc_shared((32,))
        d = T.alloc_buffer((32,), scope="shared.dyn")
        s[t] = A[t]
        T.call_extern("int32", "of_other_memory", d.data)
        T.tvm_storage_sync("shared", T.bool(False), -1)
        T.call_extern("int32", "of_this_memory", s.data)
        T.tvm_storage_sync("shared", T.bool(False), -1)
        B[t] = s[t]

    @T.prim_func
    def tiles(A: T.Buffer((256,), "float16"), C: T.Buffer((256,), "float32")):
        t = T.launch_thread("threadIdx.x", 32)
        s = T.alloc_shared((256,), "float16")
        r = T.alloc_shared((256,))
        a = T.alloc_buffer((256,), "float16", scope="wmma.matrix_a")
        b = T.alloc_buffer((256,), "float16", scope="wmma.matrix_b")
        c = T.alloc_buffer((256,), scope="wmma.accumulator")
        T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0.0))
        for k in range(2):
            for i in range(8):
                T.tvm_storage_sync("shared", T.bool(False), -1)
                s[i * 32 + t] = A[i * 32 + t]
            T.tvm_storage_sync("shared", T.bool(False), -1)
            T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), s.data, 0, 256, 1), 16, "row_major")
            T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), s.data, 0, 256, 1), 16, "col_major")
            T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)
        T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float32"), r.data, 0, 256, 2), 16, "row_major")
        for i in range(8):
            T.tvm_storage_sync("shared", T.bool(False), -1)
            C[i * 32 + t] = r[i * 32 + t]
