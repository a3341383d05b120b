# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1),), "float32"), a1: T.Buffer((T.int64(1),), "float32"), a2: T.Buffer((T.int64(1),), "float32"), stage: T.Buffer((T.int64(1),), "float32")):
        # with T.sblock("root"):
        with T.sblock("stage_3"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a0[v_i0], a2[v_i0])
            T.writes(stage[v_i0])
            stage[v_i0] = T.float32(0.0)

    @R.function
    def main(n: T.int64, lv0: R.Tensor((1,), dtype="float32"), lv1: R.Tensor((1,), dtype="float32"), lv2: R.Tensor((1,), dtype="float32"), lv4: R.Tensor((1, n * 2), dtype="int8")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        cls = Module
        lv3: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.call_tir_inplace(cls.kernel_1, (lv0, lv1, lv2), out_ty=[R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")], inplace_indices=[2, 0, 1, -1])
        lv4_1: R.Tensor((1, n * 2), dtype="int8") = R.negative(lv4)
        return lv3
