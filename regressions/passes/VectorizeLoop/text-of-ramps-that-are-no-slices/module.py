# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400000,), "int32"), B: T.Buffer((16,), "int32")):
        B[T.Ramp(3, -1, 4)] = A[T.Ramp(3, 0, 4)]
        B[4:8] = A[0:400000:100000]
        B[8:12] = A[T.Ramp(0, 1000000000, 4)]
        for i in T.vectorized(4):
            B[i * -1 + 15] = A[i * 0 + 1]
