# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((128,), "int32")):
        # with T.sblock("root"):
        i = T.sblock_alloc_buffer((1,), "int32", scope="local")
        i[0] = 0
        while i[0] < 10:
            x: T.let[T.int32] = i[0] * 2
            A[i[0]] = x
            i[0] = i[0] + 1
