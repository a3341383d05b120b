# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def resize3d(x4: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), resize: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        coordinate = T.sblock_alloc_buffer((T.int64(1),))
        coordinate_1 = T.sblock_alloc_buffer((T.int64(1),))
        with T.sblock("coordinate_2"):
            T.reads()
            T.writes(coordinate_1[T.int64(0)])
            T.sblock_attr({"buffer_dim_align": [[0, 0, 3, 3]]})
            coordinate_1[T.int64(0)] = T.float32(0.0)
        with T.sblock("resize"):
            T.reads(x4[T.int64(0), T.int64(0), T.int64(0), T.Cast("int64", T.Cast("int32", coordinate_1[T.int64(0)])), T.int64(0)], coordinate[T.int64(0)], coordinate_1[T.int64(0)])
            T.writes(resize[T.int64(0), T.int64(0), T.int64(0), T.int64(0), T.int64(0)])
            resize[T.int64(0), T.int64(0), T.int64(0), T.int64(0), T.int64(0)] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
