# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 8), dtype="float32"), x1: R.Tensor(dtype="float32", ndim=3), x2: R.Tensor((1, 5, 1), dtype="uint8"), x3: R.Tensor((1, 1, 1), dtype="uint8"), x4: R.Tensor((8, 8), dtype="float32"), x5: R.Tensor((8, 1), dtype="float32"), x6: R.Tensor((1, 5, 1), dtype="float32"), x7: R.Tensor((1, 4), dtype="float32"), x8: R.Tensor((8, 4), dtype="float32"), x9: R.Tensor((5, 8), dtype="uint8"), x10: R.Tensor((8, 8), dtype="uint8"), x11: R.Tensor((2, 2), dtype="float32"), x12: R.Tensor((5, 2), dtype="float32"), x13: R.Tensor((2, 1), dtype="float32"), x14: R.Tensor((1, 8), dtype="float32"), x15: R.Tensor((5, 1, 5), dtype="float32"), x16: R.Tensor((1, 1, 5), dtype="float32"), x17: R.Tensor((1, 5, 1, 1), dtype="float32"), x18: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 5, 1), dtype="float32"):
        R.func_attr({"num_input": 0})
        p0 = T.int64()
        p1 = T.int64()
        p2 = T.int64()
        p3 = T.int64()
        p4 = T.int64()
        p5 = T.int64()
        gv0: R.Tensor((1, 5, 1), dtype="int32") = R.matmul(x2, x3, out_dtype="int32")
        gv1: R.Tensor((p0, p1, p2), dtype="float32") = R.match_cast(x1, R.Tensor((p0, p1, p2), dtype="float32"))
        gv2: R.Tuple(R.Tensor((p0, p1, p2), dtype="float32")) = (gv1,)
        gv3: R.Tensor((p3, p4, p5), dtype="float32") = R.match_cast(x1, R.Tensor((p3, p4, p5), dtype="float32"))
        gv4: R.Tensor((8, 1), dtype="float32") = R.matmul(x4, x5, out_dtype=None)
        gv5: R.Tensor((5, 1), dtype="float32") = R.squeeze(x6, axis=[0])
        with R.dataflow():
            lv6: R.Tensor((4, 1), dtype="float32") = R.permute_dims(x7, axes=[1, 0])
            lv7: R.Tensor((4, 1), dtype="float32") = R.negative(lv6)
            lv8: R.Tensor((8, 1), dtype="float32") = R.matmul(x8, lv7, out_dtype=None)
            lv9: R.Tensor((4, 1), dtype="float32") = R.nn.relu(lv6)
            lv10: R.Tensor((5, 8), dtype="uint8") = R.matmul(x9, x10, out_dtype=None)
            R.output(lv7, lv10)
        gv11: R.Tensor((2, 2), dtype="float32") = R.permute_dims(x11, axes=[1, 0])
        gv12: R.Tensor((5, 2), dtype="float32") = R.matmul(x12, gv11, out_dtype=None)
        gv13: R.Tensor((5, 8), dtype="uint8") = R.tril(x9, -2)
        gv14: R.Tensor((1, 2), dtype="float32") = R.permute_dims(x13, axes=[1, 0])
        gv15: R.Tensor((8, 2), dtype="float32") = R.matmul(gv4, gv14, out_dtype=None)
        gv16: R.Tensor((2, 2), dtype="float32") = R.permute_dims(gv11, axes=None)
        gv17: R.Tensor((2, 2), dtype="float32") = R.permute_dims(gv11, axes=None)
        gv18 = R.call_dps_packed("test.identity_dps", (x13,), out_ty=R.Tensor((2, 1), dtype="float32"))
        gv19: R.Tensor((p3, p4, p5), dtype="bool") = R.zeros(R.shape([p3, p4, p5]), dtype="bool")
        gv20: R.Tensor((p3, p5, p4), dtype="bool") = R.permute_dims(gv19, axes=[0, 2, 1])
        gv21 = R.call_dps_packed("test.add_dps", (gv1, gv1), out_ty=R.Tensor((p0, p1, p2), dtype="float32"))
        gv22: R.Tensor((1, 8), dtype="float32") = R.tan(x14)
        gv23: R.Tensor((1, 4), dtype="float32") = R.permute_dims(lv7, axes=None)
        gv24: R.Tensor((5, 5), dtype="float32") = R.squeeze(x15, axis=[1])
        gv25: R.Tensor((), dtype="float32") = R.einsum((x16,), subscripts="ijk->")
        gv26: R.Tensor((8, 1), dtype="float32") = R.permute_dims(gv22, axes=None)
        gv27: R.Tensor((1, 5, 1), dtype="float32") = R.matmul(x17, x18, out_dtype=None)
        return gv27
