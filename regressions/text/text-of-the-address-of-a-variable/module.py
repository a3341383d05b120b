# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "int32")):
        x: T.int32 = 3
        B = T.decl_buffer((1,), "int32", data=x.data)
        with T.sblock("q"):
            T.reads(x.buffer[0:1], B[0:1])
            T.writes(A[0:1], x.buffer[0:1])
            A[0] = x + B[0]
            x = x + 1
