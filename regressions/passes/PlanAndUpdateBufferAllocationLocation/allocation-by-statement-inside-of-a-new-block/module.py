# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def non_max_suppression(data: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), valid_count: T.Buffer((T.int64(1),), "int32"), indices: T.Buffer((T.int64(1), T.int64(1)), "int32"), out_box_indices: T.Buffer((T.int64(1), T.int64(1)), "int32"), out_valid_box_count: T.Buffer((T.int64(1), T.int64(1)), "int32")):
        # with T.sblock("root"):
        score_tensor = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        out_buf = T.sblock_alloc_buffer((T.int64(1), T.int64(1)), "int32", align=8)
        out_data = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1)))
        with T.sblock("non_max_suppression"):
            T.reads()
            T.writes()
            for v in range(T.int64(1)):
                buffer = T.alloc_local((T.int64(1),), "int32")
                for v_2 in range(T.Cast("int64", buffer[T.int64(0)])):
                    if out_data[v, T.int64(0), T.int64(3)] >= T.float32(0.5):
                        out_data[v, v_2, T.int64(1)] = T.float32(0.0)

    @R.function
    def main(data: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        return data
