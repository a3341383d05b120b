# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.int32, y: T.int32, b: T.bool, A: T.Buffer((5,), "bool")):
        A[0] = T.EQ(x < y, b)
        A[1] = T.EQ(T.EQ(x, y), b)
        A[2] = T.NE(b, x < y)
        A[3] = T.Not(T.EQ(x < y, b))
        A[4] = T.EQ(T.NE(x < y, b), x < 3) and b
