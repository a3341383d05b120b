# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((16, 32), "float32"), C: T.Buffer((16,), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.noalias": True})
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((16,), scope="shared")
        for i, k in T.grid(16, 32):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.where(i * 32 + k < 500)
                T.reads(A[vi, vk])
                T.writes(D[vi])
                T.sblock_attr({"a": 1, "meta": {"x": [1, 2, 3]}})
                with T.init():
                    D[vi] = T.float32(0.0)
                D[vi] = D[vi] + A[vi, vk]
        for i in range(16):
            with T.sblock("c"):
                vi = T.axis.spatial(16, i)
                T.reads(D[vi])
                T.writes(C[vi])
                C[vi] = D[vi]
