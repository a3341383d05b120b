# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4,), "int32")):
        for i in T.serial(4, annotations={"disable_unroll": 5}):
            A[i] = 1
        for i in T.serial(4, annotations={"disable_unroll": True}):
            A[i] = 1
        for i in T.serial(4, annotations={"disable_unroll": False}):
            A[i] = 1
        for i in T.serial(4, annotations={"pragma_unroll": False}):
            A[i] = 1
        for i in T.serial(4, annotations={"pragma_unroll": None}):
            A[i] = 1
        for i in T.serial(4, annotations={"pragma_unroll": 3}):
            A[i] = 1
