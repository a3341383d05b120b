# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("b"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi * 4:vi * 4 + 4, 0:16])
                T.writes(C[vi * 4:vi * 4 + 4, 0:16])
                sub = T.match_buffer(A[vi * 4:vi * 4 + 4, 0:16], (4, 16), offset_factor=1)
                sub2 = T.match_buffer(C[vi * 4:vi * 4 + 4, 0:16], (4, 16), strides=("s0", "s1"), offset_factor=1)
                for j, k in T.grid(4, 16):
                    sub2[j, k] = sub[j, k]
                T.tvm_access_ptr(T.type_annotation("float32"), sub2.data, sub2.elem_offset, sub2.strides[0] * 4, 2)
                T.evaluate(sub2.strides[0])
