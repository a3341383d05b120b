# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def relu_inplace(lv17: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv17[v_i0, v_i1])
            T.writes(lv17[v_i0, v_i1])
            lv17[v_i0, v_i1] = T.float32(0.0)

    @R.function
    def main(x30: R.Tensor((1, 1), dtype="float32"), x31: R.Tensor((1, 1), dtype="float32"), x32: R.Tensor((1, 1), dtype="float32"), x33: R.Tensor((1, 1), dtype="float32"), lv17: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((4, 1), dtype="float32"):
        cls = Module
        lv18: R.Tensor((1, 1), dtype="float32") = R.call_tir_inplace(cls.relu_inplace, (lv17,), out_ty=R.Tensor((1, 1), dtype="float32"), inplace_indices=[0])
        lv32: R.Tensor((1, 1), dtype="float32") = R.permute_dims(x30, axes=[1, 0])
        lv33: R.Tensor((1, 1), dtype="float32") = R.permute_dims(x31, axes=[1, 0])
        lv34: R.Tensor((1, 1), dtype="float32") = R.permute_dims(x32, axes=[1, 0])
        lv35: R.Tensor((1, 1), dtype="float32") = R.permute_dims(x33, axes=[1, 0])
        lv36: R.Tensor((4, 1), dtype="float32") = R.concat((lv32, lv33, lv34, lv35), axis=0)
        return lv36
