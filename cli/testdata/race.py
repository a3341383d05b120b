# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((4,), "int32")):
        for i in T.parallel(3):
            B[i + 1] = B[i] + 1
