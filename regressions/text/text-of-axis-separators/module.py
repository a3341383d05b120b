# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def main(B: T.Buffer((8, 8), "float32", axis_separators=[1])):
        A = T.alloc_buffer((8, 8), "float32", axis_separators=[1])
        C = T.decl_buffer((8, 4, 2), "float32", data=A.data, axis_separators=[1, 2])
        D = T.decl_buffer((64,), "float32", data=A.data)
        A[0, 0] = B[0, 0]
        C[0, 0, 1] = D[0]
