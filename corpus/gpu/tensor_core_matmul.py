# A product of matrices by tensor cores: each warp stages a tile of each operand in shared memory and holds a tile of the result.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 48), "float16"), B: T.Buffer((48, 32), "float16"), C: T.Buffer((32, 32), "float32")):
        T.func_attr({"tirx.noalias": True})
        A_1 = T.decl_buffer((1536,), "float16", data=A.data)
        B_1 = T.decl_buffer((1536,), "float16", data=B.data)
        C_1 = T.decl_buffer((1024,), data=C.data)
        bx = T.launch_thread("blockIdx.x", 2)
        ty = T.launch_thread("threadIdx.y", 2)
        tx = T.launch_thread("threadIdx.x", 32)
        A_shared = T.alloc_buffer((256,), "float16", scope="shared")
        B_shared = T.alloc_buffer((512,), "float16", scope="shared")
        A_tile = T.alloc_buffer((256,), "float16", scope="wmma.matrix_a")
        B_tile = T.alloc_buffer((256,), "float16", scope="wmma.matrix_b")
        C_tile = T.alloc_buffer((256,), scope="wmma.accumulator")
        T.tvm_fill_fragment(C_tile.data, 16, 16, 16, 0, T.float32(0.0))
        for k in range(3):
            T.tvm_storage_sync("shared")
            for i in range(4):
                A_shared[ty * 128 + i * 32 + tx] = A_1[(bx * 16 + ty * 8 + i * 2 + tx // 16) * 48 + k * 16 + tx % 16]
            for i in range(8):
                B_shared[ty * 256 + i * 32 + tx] = B_1[(k * 16 + ty * 8 + i) * 32 + tx]
            T.tvm_storage_sync("shared")
            T.tvm_load_matrix_sync(A_tile.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), A_shared.data, 0, 256, 1), 16, "row_major")
            T.tvm_load_matrix_sync(B_tile.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), B_shared.data, ty * 16, 496, 1), 32, "row_major")
            T.tvm_mma_sync(C_tile.data, 0, A_tile.data, 0, B_tile.data, 0, C_tile.data, 0)
        T.tvm_store_matrix_sync(C_tile.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, bx * 512 + ty * 16, 496, 2), 32, "row_major")
