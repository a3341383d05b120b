# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False, private=True)
    def unused(p_untyped: R.Any, x: R.Tensor((1,), dtype="float32"), fset_output: R.Callable((T.int64, R.Any), R.Tuple, False), gv: R.Tensor((1, 1, 1), dtype="uint8")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"assay.note": 1})
        p: T.int64 = R.match_cast(p_untyped, T.int64)
        a: R.Tensor((p,), dtype="float32") = R.match_cast(x, R.Tensor((p,), dtype="float32"))
        gv_1: R.Tensor((3,), dtype="float32") = R.zeros(R.shape([3]), dtype="float32")
        gv_2: R.Tensor((3,), dtype="float32") = R.flip(gv_1, axis=0)
        gv_3: R.Tensor((3,), dtype="float32") = R.flip(gv_2, axis=0)
        gv_4: R.Tensor((1, 3), dtype="float32") = R.expand_dims(gv_3, axis=[0])
        gv_5: R.Tensor((3,), dtype="float32") = R.squeeze(gv_4, axis=[0])
        gv_6: R.Tensor((3,), dtype="float64") = R.astype(gv_5, dtype="float64")
        gv_7: R.Tensor((3,), dtype="float32") = R.astype(gv_6, dtype="float32")
        gv_8: R.Tensor((3,), dtype="float32") = R.reshape(gv_7, R.shape([3]))
        gv_9: R.Tensor((3,), dtype="float32") = gv_8
        with R.dataflow():
            gv_10: R.Tensor((3,), dtype="float32") = R.where(R.const(False, "bool"), gv_9, gv_9)
            R.output(gv_10)
        fset_output(0, gv_10)
        gv_11: R.Tensor((1,), dtype="float32") = R.negative(a)
        return gv_11

    @R.function(pure=False)
    def main(p_untyped: R.Any, x: R.Tensor((1,), dtype="float32"), fset_output: R.Callable((T.int64, R.Any), R.Tuple, False), gv: R.Tensor((1, 1, 1), dtype="uint8")) -> R.Tensor((1,), dtype="float32"):
        p: T.int64 = R.match_cast(p_untyped, T.int64)
        a: R.Tensor((p,), dtype="float32") = R.match_cast(x, R.Tensor((p,), dtype="float32"))
        gv_1: R.Tensor((3,), dtype="float32") = R.zeros(R.shape([3]), dtype="float32")
        gv_2: R.Tensor((3,), dtype="float32") = R.negative(gv_1)
        gv_3: R.Tensor((3,), dtype="float32") = R.negative(gv_2)
        with R.dataflow():
            lv: R.Tensor((3,), dtype="float32") = R.where(R.const(False, "bool"), gv_3, gv_3)
            cast: R.Tensor((3,), dtype="float32") = R.match_cast(lv, R.Tensor((3,), dtype="float32"))
            gv_4: R.Tensor((3,), dtype="float32") = cast
            R.output(gv_4)
        fset_output(0, gv_4)
        gv_5: R.Tensor((1,), dtype="float32") = R.negative(a)
        gv_6: R.Tensor((1,), dtype="float32") = R.maximum(gv_5, gv_5)
        gv_7: R.Tensor((1,), dtype="float32") = R.where(R.const(False, "bool"), gv_6, gv_6)
        gv_8: R.Tuple(R.Tensor((1,), dtype="float32")) = (gv_7,)
        gv_9: R.Tensor((1,), dtype="float32") = gv_8[0]
        return gv_9
