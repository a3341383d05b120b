# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        with T.sblock("b"):
            vi_shifted = T.axis.spatial((T.int64(3), T.int64(7)), T.int64(0))
            T.reads()
            T.writes(B[0])
            M = T.match_buffer(B[T.int64(0):T.int64(0)], (T.int64(0),), offset_factor=1)
            named: T.let[T.float32] = T.float32(1.0)
            with T.attr({"assay.note": 0}):
                M_1 = T.Buffer((T.int64(0),), data=M.data, elem_offset=M.elem_offset)
                M_1[0] = named
