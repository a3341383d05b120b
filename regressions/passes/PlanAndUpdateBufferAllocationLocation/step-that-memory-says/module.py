# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16,), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes(B[0:16])
            N = T.sblock_alloc_buffer((8,), "int32")
            for i in range(4):
                N[i] = 2
            for j in T.serial(0, 8, step=N[2]):
                B[j] = T.float32(1)
