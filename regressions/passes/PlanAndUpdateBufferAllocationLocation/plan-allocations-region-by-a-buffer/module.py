# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def grid_sample_metal(x3: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), x4: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), grid_sample: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        coordinates = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)))
        coordinates_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)))
        with T.sblock("grid_sample"):
            T.reads(coordinates[T.int64(0), T.int64(0), T.int64(0), T.int64(0)], coordinates_1[T.int64(0), T.int64(0), T.int64(0), T.int64(0)], x3[T.int64(0), T.int64(0), T.int64(0), T.Cast("int64", T.Cast("int32", coordinates_1[T.int64(0), T.int64(0), T.int64(0), T.int64(0)]))])
            T.writes(grid_sample[T.int64(0), T.int64(0), T.int64(0), T.int64(0)])
            grid_sample[T.int64(0), T.int64(0), T.int64(0), T.int64(0)] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        return x
