# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((4, 4, 4), "float32")):
        # with T.sblock("root"):
        for i, j, k in T.grid(4, 4, 4):
            with T.sblock("x"):
                vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                T.reads()
                T.writes(A[vi, vj, vk])
                A[vi, vj, vk] = T.float32(0.0)
        for i in range(4):
            A[i, 0, 0] = T.float32(1.0)
        for i in range(2, 4):
            for j in range(i):
                A[i, j, 0] = T.float32(1.0)
