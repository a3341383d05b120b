# RUN: ConvertLayout{"desired_layouts":{"relax.nn.conv2d":["NHWC","OHWI"]}}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 3, 8, 8), dtype="float32"), w: R.Tensor((4, 3, 3, 3), dtype="float32"), s: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((1, 4, 6, 6), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        with R.dataflow():
            a = R.nn.conv2d(x, w)
            b = R.nn.batch_norm(a, s, s, s, s, axis=1)
            t = (b, b)
            d = t[1]
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 3, 8, 8), dtype="float32"), w: R.Tensor((4, 3, 3, 3), dtype="float32"), s: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((1, 4, 6, 6), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((1, 8, 8, 3), dtype="float32") = R.permute_dims(x, axes=[0, 2, 3, 1])
            lv_1: R.Tensor((4, 3, 3, 3), dtype="float32") = R.permute_dims(w, axes=[0, 2, 3, 1])
            a: R.Tensor((1, 6, 6, 4), dtype="float32") = R.nn.conv2d(lv, lv_1, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NHWC", kernel_layout="OHWI", out_layout="NHWC", out_dtype=None)
            b: R.Tuple(R.Tensor((1, 6, 6, 4), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = R.nn.batch_norm(a, s, s, s, s, axis=3, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
            t: R.Tuple(R.Tuple(R.Tensor((1, 6, 6, 4), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")), R.Tuple(R.Tensor((1, 6, 6, 4), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))) = b, b
            lv_2: R.Tuple(R.Tensor((1, 6, 6, 4), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = t[0]
            lv_3: R.Tensor((1, 6, 6, 4), dtype="float32") = lv_2[0]
            lv_4: R.Tensor((1, 4, 6, 6), dtype="float32") = R.permute_dims(lv_3, axes=[0, 3, 1, 2])
            lv_5: R.Tensor((4,), dtype="float32") = lv_2[1]
            lv_6: R.Tensor((4,), dtype="float32") = lv_2[2]
            lv_7: R.Tuple(R.Tensor((1, 6, 6, 4), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = t[1]
            lv_8: R.Tensor((1, 6, 6, 4), dtype="float32") = lv_7[0]
            lv_9: R.Tensor((1, 4, 6, 6), dtype="float32") = R.permute_dims(lv_8, axes=[0, 3, 1, 2])
            lv_10: R.Tensor((4,), dtype="float32") = lv_7[1]
            lv_11: R.Tensor((4,), dtype="float32") = lv_7[2]
            d: R.Tuple(R.Tensor((1, 4, 6, 6), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = lv_9, lv_10, lv_11
            R.output(d)
        return d
