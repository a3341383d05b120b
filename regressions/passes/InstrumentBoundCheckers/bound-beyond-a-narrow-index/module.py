# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((16,), "uint8"), L: T.Buffer((256,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            B[i] = L[X[i]]
